// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Duration;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;

/**
 * What a gap costs, a time in which a node is not needed. The node idles for a while, drains at
 * idle power, is off, and when it is needed again boots with busy processors. The energy of the
 * boot counts {@code factor} times: switching wears the machine, and jobs wait for it.
 *
 * @param limits the factor and the power of a node that is off
 * @param drain from the decision until the node is off
 * @param boot from the switching on until it works again
 */
record BreakEven(PowerDown.Limits limits, Power power, Duration drain, Duration boot) {

  /** The length of a gap for which draining at once and idling cost the same. */
  Duration time() {
    double off = bootJoules() / (power.idleWatts() - limits.standbyWatts());
    return drain.plusMillis(Math.round(off * 1e3));
  }

  private double bootJoules() {
    return limits.factor() * seconds(boot.toMillis()) * power.maxWatts();
  }

  /**
   * Joules of a gap.
   *
   * @param waitMillis how long the node idles before it drains
   */
  double joules(long gapMillis, long waitMillis) {
    if (gapMillis <= waitMillis) {
      return seconds(gapMillis) * power.idleWatts();
    }
    long idle = Math.min(gapMillis, waitMillis + drain.toMillis());
    return seconds(idle) * power.idleWatts()
        + seconds(gapMillis - idle) * limits.standbyWatts()
        + bootJoules();
  }

  private static double seconds(long millis) {
    return millis / 1e3;
  }
}
