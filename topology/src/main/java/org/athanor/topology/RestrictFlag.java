// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Options for restricting a topology. */
public enum RestrictFlag {
  /**
   * Also leaves out NUMA nodes without PUs or, if the topology is restricted to NUMA nodes, PUs
   * without memory. Without this flag they are kept.
   */
  REMOVE_EMPTIED,
  /** Moves Misc objects of removed objects to the nearest remaining object. */
  ADAPT_MISC,
  /** Moves devices of removed objects to the nearest remaining object. */
  ADAPT_IO;

  static final long BY_NODESET = 1L << 3;
  private static final long REMOVE_CPULESS = 1L;
  private static final long REMOVE_MEMLESS = 1L << 4;

  /** Returns hwloc's bit, for {@code kind} 0 or {@link #BY_NODESET}. */
  long bit(long kind) {
    return switch (this) {
      case REMOVE_EMPTIED -> kind == BY_NODESET ? REMOVE_MEMLESS : REMOVE_CPULESS;
      case ADAPT_MISC -> 1L << 1;
      case ADAPT_IO -> 1L << 2;
    };
  }
}
