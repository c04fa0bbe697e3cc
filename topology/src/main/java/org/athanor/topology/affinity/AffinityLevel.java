// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.affinity;

import java.util.Arrays;
import java.util.Locale;

/** To what Workers and their threads are bound. */
public enum AffinityLevel {
  /** To nothing: the operating system places them. */
  NONE,
  /** Workers to packages; their threads move among the cores of the package. */
  CPU,
  /** Threads to cores, each to one of its own; they move among the PUs of the core. */
  CORE,
  /** Threads to PUs, each to one of its own. */
  PU;

  /**
   * The level with that name in any case.
   *
   * @throws IllegalArgumentException if there is none
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

  /** The name as {@link #parse} reads it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
