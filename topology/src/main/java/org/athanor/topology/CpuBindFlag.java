// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** Options for binding to PUs. */
public enum CpuBindFlag {
  /**
   * Fails if the target could run on other PUs. When the binding of a process is read: fails if its
   * threads have different bindings.
   */
  STRICT(1 << 2),
  /** Fails on systems that would bind the memory together with the thread. */
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
