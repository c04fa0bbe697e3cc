// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.List;
import java.util.Optional;

/**
 * A framework that experiments can name.
 *
 * @param name such as {@code spark}
 * @param description one line
 * @param modes how it can be deployed; the first that suits the number of nodes is the default
 * @param versions that can be fetched, newest first; empty if there is no choice
 * @param defaultVersion empty if there is no choice
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
   * @param oneNodeOnly whether it is one process
   */
  public record Mode(String name, String description, boolean oneNodeOnly) {}

  /** A key of the experiment file; its value must be there, and is a path. */
  public record Option(String name, String description) {}

  /** The mode if the experiment names none. */
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
