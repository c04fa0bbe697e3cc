// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** How memory is bound. */
public enum MemoryBindFlag {
  /** Fails if memory could come from elsewhere. */
  STRICT(1 << 2),
  /** Moves pages that exist too. */
  MIGRATE(1 << 3),
  /** Fails rather than binding the thread along with its memory, as some systems do. */
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
