// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import java.util.Arrays;
import java.util.Locale;

/** The objects to which Workers and their threads are bound. */
public enum AffinityLevel {
  /** Nothing is bound; the operating system places the threads. */
  NONE,
  /** Each Worker is bound to a package. Its threads may move between the cores of the package. */
  CPU,
  /** Each thread is bound to a core of its own. It may move between the PUs of the core. */
  CORE,
  /** Each thread is bound to a PU of its own. */
  PU;

  /**
   * Returns the level with this name, in upper or lower case.
   *
   * @throws IllegalArgumentException if there is no such level
   */
  public static AffinityLevel parse(String name) {
    return Arrays.stream(values())
        .filter(level -> level.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "affinity=" + name + ": must be one of none, cpu, core, pu"));
  }

  /** Returns the name that {@link #parse} reads. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
