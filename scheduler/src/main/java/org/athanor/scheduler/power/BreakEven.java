// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Duration;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.clusters.PowerDown;

/** How long a node must not be needed, so that switching it off saves energy. */
final class BreakEven {
  private BreakEven() {}

  /**
   * The time after which what a node that is off has saved, against one that idles, is {@code
   * factor} times the energy of draining and booting.
   *
   * @param drain from the decision until the node is off; it idles
   * @param boot from the switching on until it works again; its processors are busy
   */
  static Duration time(PowerDown.Limits limits, Power power, Duration drain, Duration boot) {
    double saved = power.idleWatts() - limits.standbyWatts();
    double joules = seconds(drain) * power.idleWatts() + seconds(boot) * power.maxWatts();
    double off = limits.factor() * joules / saved;
    return drain.plus(boot).plusMillis(Math.round(off * 1e3));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
