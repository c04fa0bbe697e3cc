// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Options for binding memory. */
public enum MemoryBindFlag {
  /** Fails if memory could come from other nodes. */
  STRICT(1 << 2),
  /** Also moves existing pages. */
  MIGRATE(1 << 3),
  /** Fails on systems that would bind the thread together with its memory. */
  NO_CPU_BINDING(1 << 4);

  private final int bit;

  MemoryBindFlag(int bit) {
    this.bit = bit;
  }

  static int bits(MemoryBindFlag... flags) {
    int bits = 0;
    for (MemoryBindFlag flag : flags) {
      bits |= flag.bit;
    }
    return bits;
  }
}
