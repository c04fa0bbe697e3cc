// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

/**
 * Lowest and highest of some values, if there are any.
 *
 * @param low above {@code high} if there is no value
 */
record OptionalRange(double low, double high) {
  static final OptionalRange NONE =
      new OptionalRange(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

  boolean isEmpty() {
    return low > high;
  }

  OptionalRange with(double value) {
    return new OptionalRange(Math.min(low, value), Math.max(high, value));
  }
}
