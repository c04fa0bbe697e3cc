// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** How PUs are bound to. */
public enum CpuBindFlag {
  /**
   * Fails if the target could ever run elsewhere. On reading the binding of a process: fails if its
   * threads are bound differently.
   */
  STRICT(1 << 2),
  /** Fails rather than binding memory along with the thread, as some systems do. */
  NO_MEMORY_BINDING(1 << 3);

  private final int bit;

  CpuBindFlag(int bit) {
    this.bit = bit;
  }

  static int bits(CpuBindFlag... flags) {
    int bits = 0;
    for (CpuBindFlag flag : flags) {
      bits |= flag.bit;
    }
    return bits;
  }
}
