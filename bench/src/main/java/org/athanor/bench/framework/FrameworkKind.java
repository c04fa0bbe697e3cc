// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.List;
import java.util.Optional;

/**
 * A kind of framework that experiments can name.
 *
 * @param name such as {@code spark}
 * @param description one line
 * @param modes ways to deploy it; the first that suits the number of nodes is the default
 * @param versions versions that can be downloaded, newest first; empty if there is no choice
 * @param defaultVersion default among {@code versions}; empty if there is no choice
 * @param options keys that only this kind has
 */
public record FrameworkKind(
    String name,
    String description,
    List<Mode> modes,
    List<String> versions,
    Optional<String> defaultVersion,
    List<Option> options) {

  public FrameworkKind {
    modes = List.copyOf(modes);
    versions = List.copyOf(versions);
    options = List.copyOf(options);
  }

  /**
   * A way to deploy it.
   *
   * @param oneNodeOnly whether it is a single process on one node
   */
  public record Mode(String name, String description, boolean oneNodeOnly) {}

  /** A required key of the experiment file, whose value is a path. */
  public record Option(String name, String description) {}

  /**
   * Whether the devices of its intermediate data can be chosen, see {@link
   * FrameworkRequest#withIntermediateData}.
   */
  public boolean placesIntermediateData() {
    return name.equals(AthanorLauncher.KIND);
  }

  /** The mode to use if the experiment names none. */
  public Mode defaultMode(int nodes) {
    return modes.stream()
        .filter(mode -> mode.oneNodeOnly() == (nodes == 1))
        .findFirst()
        .orElse(modes.get(0));
  }

  public Optional<Mode> mode(String mode) {
    return modes.stream().filter(it -> it.name().equals(mode)).findFirst();
  }
}
