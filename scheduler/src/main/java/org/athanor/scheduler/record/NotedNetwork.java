// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.scheduler.policy.View;

/**
 * A network that notes its rates: those between some clusters, as they are at one moment, and each
 * other one when it is first asked for. One thread.
 */
final class NotedNetwork implements View.Network {
  private final View.Network network;
  private final double remoteReadPart;
  private final Map<String, Map<String, Double>> rates = new TreeMap<>();

  NotedNetwork(View.Network network, Set<String> clusters) {
    this.network = network;
    this.remoteReadPart = network.remoteReadPart();
    for (String from : clusters) {
      for (String to : clusters) {
        if (!from.equals(to)) {
          bytesPerSecond(from, to);
        }
      }
    }
  }

  @Override
  public double bytesPerSecond(String from, String to) {
    return rates
        .computeIfAbsent(from, name -> new TreeMap<>())
        .computeIfAbsent(to, name -> network.bytesPerSecond(from, name));
  }

  @Override
  public double remoteReadPart() {
    return remoteReadPart;
  }

  /** What was noted until now. */
  RecordedNetwork noted() {
    return new RecordedNetwork(rates, remoteReadPart);
  }
}
