// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

/**
 * Electrical power of a node, linear in the use of its processors.
 *
 * @param idleWatts when it does nothing, from 0
 * @param maxWatts when all its processors are busy, from {@code idleWatts}
 */
public record Power(double idleWatts, double maxWatts) {

  /** Makes a power; numbers out of range are errors of the caller. */
  public Power {
    if (!(idleWatts >= 0 && maxWatts >= idleWatts) || Double.isInfinite(maxWatts)) {
      throw new IllegalArgumentException(
          "power " + idleWatts + " to " + maxWatts + " W: must be ascending from 0");
    }
  }

  /** Watts that a node whose processors are all busy needs above those of an idle one. */
  public double dynamicWatts() {
    return maxWatts - idleWatts;
  }

  /**
   * Watts of a node.
   *
   * @param utilisation part of its processors that is busy, from 0 to 1
   */
  public double watts(double utilisation) {
    return idleWatts + (maxWatts - idleWatts) * utilisation;
  }
}
