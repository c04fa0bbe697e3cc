// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

/** Returns nothing, or throws an {@link IllegalArgumentException} that names thing and value. */
final class Numbers {
  private Numbers() {}

  static void positive(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + "=" + value + ": must be above 0 and finite");
    }
  }

  static void notNegative(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + "=" + value + ": must be from 0 and finite");
    }
  }
}
