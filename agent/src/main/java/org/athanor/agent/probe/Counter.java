// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

/** Differences of counters that start again from zero. */
final class Counter {

  private Counter() {}

  /**
   * The difference of a counter that has at most {@code range + 1} values, 0 to {@code range}: if
   * it is now less than it was, it has started again once.
   */
  static long since(long now, long earlier, long range) {
    return now >= earlier ? now - earlier : now + (range - earlier) + 1;
  }

  /**
   * The difference of a counter that kernels print with 32 bits, where it starts again after 2³² −
   * 1, or with 64, where it never does.
   */
  static long since32(long now, long earlier) {
    return earlier <= 0xffff_ffffL ? since(now, earlier, 0xffff_ffffL) : now - earlier;
  }
}
