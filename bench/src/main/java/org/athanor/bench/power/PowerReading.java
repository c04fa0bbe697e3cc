// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

/**
 * The power of a node at a time.
 *
 * @param nanos {@link System#nanoTime} of this process
 * @param watts more than 0
 */
record PowerReading(long nanos, double watts) {
  /** No node uses more. */
  private static final double MOST_WATTS = 1e6;

  /**
   * A reading that can be true. Devices that cannot measure often say 0 W.
   *
   * @throws PowerException if it cannot be true
   */
  static PowerReading of(long nanos, double watts) throws PowerException {
    if (!(watts > 0 && watts <= MOST_WATTS)) {
      throw new PowerException(
          "says "
              + watts
              + " W, which cannot be the power of a running node; it may not measure it");
    }
    return new PowerReading(nanos, watts);
  }
}
