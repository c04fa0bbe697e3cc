// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** What a synthetic description leaves out. */
public enum SyntheticFlag {
  /** Type names that hwloc before 1.9 did not know. */
  NO_EXTENDED_TYPES(1 << 0),
  /** Sizes of caches and memory, and OS indexes. */
  NO_ATTRIBUTES(1 << 1),
  /** Writes NUMA nodes as hwloc 1 did, as a level of the tree. */
  V1(1 << 2),
  /** NUMA nodes. */
  IGNORE_MEMORY(1 << 3);

  private final int bit;

  SyntheticFlag(int bit) {
    this.bit = bit;
  }

  static long bits(Iterable<SyntheticFlag> flags) {
    long bits = 0;
    for (SyntheticFlag flag : flags) {
      bits |= flag.bit;
    }
    return bits;
  }
}
