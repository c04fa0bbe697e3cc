// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Selects which objects of a type a topology keeps. */
public enum TypeFilter {
  KEEP_ALL(0),
  /** Keeps none. Not allowed for machine, PU and NUMA node, which every topology has. */
  KEEP_NONE(1),
  /** Keeps objects that show structure. A level whose objects all have one child does not. */
  KEEP_STRUCTURE(2),
  /** Keeps important devices: disks, networks, GPUs. The same as KEEP_ALL for other types. */
  KEEP_IMPORTANT(3);

  private final int number;

  TypeFilter(int number) {
    this.number = number;
  }

  /** Returns hwloc's number of the filter. */
  int number() {
    return number;
  }
}
