// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** How a topology is restricted. */
public enum RestrictFlag {
  /**
   * Also leaves out NUMA nodes without PUs or, when restricting to NUMA nodes, PUs without memory;
   * they stay otherwise.
   */
  REMOVE_EMPTIED,
  /** Hangs Misc objects of what is left out on the nearest object that stays. */
  ADAPT_MISC,
  /** Hangs devices of what is left out on the nearest object that stays. */
  ADAPT_IO;

  static final long BY_NODESET = 1L << 3;
  private static final long REMOVE_CPULESS = 1L;
  private static final long REMOVE_MEMLESS = 1L << 4;

  /** hwloc's bit, given 0 or {@link #BY_NODESET}. */
  long bit(long kind) {
    return switch (this) {
      case REMOVE_EMPTIED -> kind == BY_NODESET ? REMOVE_MEMLESS : REMOVE_CPULESS;
      case ADAPT_MISC -> 1L << 1;
      case ADAPT_IO -> 1L << 2;
    };
  }
}
