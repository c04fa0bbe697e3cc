// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

/** Differences of counters that wrap around. */
final class Counter {

  private Counter() {}

  /**
   * The increase of a counter with the values 0 to {@code range}. If it is now less than before, it
   * has wrapped around once.
   */
  static long since(long now, long earlier, long range) {
    return now >= earlier ? now - earlier : now + (range - earlier) + 1;
  }

  /**
   * The increase of a counter that some kernels print with 32 bits and others with 64. With 32 bits
   * it wraps around after 2³² − 1, with 64 never.
   */
  static long since32(long now, long earlier) {
    return earlier <= 0xffff_ffffL ? since(now, earlier, 0xffff_ffffL) : now - earlier;
  }
}
