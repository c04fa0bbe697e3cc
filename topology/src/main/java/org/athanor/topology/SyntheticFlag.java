// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Options for synthetic descriptions: all but {@link #V1} leave something out. */
public enum SyntheticFlag {
  /** Leaves out type names that hwloc before 1.9 does not know. */
  NO_EXTENDED_TYPES(1 << 0),
  /** Leaves out sizes of caches and memory, and OS indexes. */
  NO_ATTRIBUTES(1 << 1),
  /** Writes NUMA nodes as a level of the tree, as hwloc 1 did. */
  V1(1 << 2),
  /** Leaves out NUMA nodes. */
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
