// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

/**
 * The power of a device: linear between idle and fully used.
 *
 * @param idleWatts when nothing uses it, from 0
 * @param busyWatts when it is fully used, from {@code idleWatts}
 */
public record Power(double idleWatts, double busyWatts) {
  /** A device whose power is part of its node's. */
  public static final Power NONE = new Power(0, 0);

  public Power {
    if (!(idleWatts >= 0) || !(busyWatts >= idleWatts) || Double.isInfinite(busyWatts)) {
      throw new IllegalArgumentException(
          "power from "
              + idleWatts
              + " to "
              + busyWatts
              + " W: must be from 0, and as much or more when busy");
    }
  }

  /**
   * The energy of a span of time, in joules.
   *
   * @param seconds the span
   * @param busySeconds how long the device was used in it, as if fully used or idle
   */
  public double joules(double seconds, double busySeconds) {
    return idleWatts * seconds + (busyWatts - idleWatts) * busySeconds;
  }
}
