// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.scheduler.policy.View;

/**
 * Rates between clusters at one moment. Equal ones are equal.
 *
 * @param rates bytes per second, by the cluster a copy is from, and the one that it is to
 */
record RecordedNetwork(Map<String, Map<String, Double>> rates, double remoteReadPart)
    implements View.Network {

  /** A network as it is now, between some clusters. */
  static RecordedNetwork of(View.Network network, Set<String> clusters) {
    Map<String, Map<String, Double>> rates = new TreeMap<>();
    for (String from : clusters) {
      Map<String, Double> row = new TreeMap<>();
      for (String to : clusters) {
        if (!from.equals(to)) {
          row.put(to, network.bytesPerSecond(from, to));
        }
      }
      rates.put(from, row);
    }
    return new RecordedNetwork(rates, network.remoteReadPart());
  }

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
