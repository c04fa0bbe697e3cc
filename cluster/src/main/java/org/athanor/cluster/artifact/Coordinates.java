// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.util.List;
import java.util.Optional;

/**
 * A Maven artifact of type jar.
 *
 * @param exclusions {@code group:artifact} of dependencies to leave out; {@code *:*} for all
 */
public record Coordinates(
    String group,
    String artifact,
    String version,
    Optional<String> classifier,
    List<String> exclusions) {

  public Coordinates {
    exclusions = List.copyOf(exclusions);
  }

  /**
   * Parses {@code group:artifact:version} or {@code group:artifact:version:classifier}.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static Coordinates parse(String text, List<String> exclusions) {
    String[] parts = text.split(":", -1);
    if (parts.length < 3 || parts.length > 4) {
      throw new IllegalArgumentException(
          text + ": must be group:artifact:version or group:artifact:version:classifier");
    }
    return new Coordinates(
        parts[0],
        parts[1],
        parts[2],
        parts.length == 4 ? Optional.of(parts[3]) : Optional.empty(),
        exclusions);
  }
}
