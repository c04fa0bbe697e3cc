// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Which objects of a type a topology keeps. */
public enum TypeFilter {
  KEEP_ALL(0),
  /** Not for machine, PU and NUMA node, which every topology has. */
  KEEP_NONE(1),
  /** Those that show something about structure, which a level of one child each does not. */
  KEEP_STRUCTURE(2),
  /** Devices that matter to most: disks, networks, GPUs. The same as all for other types. */
  KEEP_IMPORTANT(3);

  private final int number;

  TypeFilter(int number) {
    this.number = number;
  }

  /** The number that hwloc 2.x has for it. */
  int number() {
    return number;
  }
}
