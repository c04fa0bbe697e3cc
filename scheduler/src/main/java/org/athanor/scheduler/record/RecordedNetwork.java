// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import java.util.Map;
import org.athanor.scheduler.policy.View;

/**
 * Rates between clusters that were recorded.
 *
 * @param rates bytes per second, by the cluster a copy is from, and the one that it is to
 */
record RecordedNetwork(Map<String, Map<String, Double>> rates, double remoteReadPart)
    implements View.Network {

  /**
   * Checks what was read.
   *
   * @throws IllegalArgumentException if a number is none that a network may have
   */
  RecordedNetwork checked() {
    rates.forEach((from, row) -> row.forEach((to, rate) -> check(from, to, rate)));
    if (!(remoteReadPart >= 0 && remoteReadPart < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "remoteReadPart=" + remoteReadPart + ": must be a number, 0 or more");
    }
    return this;
  }

  private static void check(String from, String to, double rate) {
    if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "rate from " + from + " to " + to + "=" + rate + ": must be a number above 0");
    }
  }

  @Override
  public double bytesPerSecond(String from, String to) {
    Double rate = rates.getOrDefault(from, Map.of()).get(to);
    if (rate == null) {
      throw new IllegalArgumentException("rates: have none from " + from + " to " + to);
    }
    return rate;
  }
}
