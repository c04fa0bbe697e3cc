// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.HashMap;
import java.util.Map;
import org.athanor.scheduler.policy.View;
import org.athanor.simulator.run.Scenario;

/**
 * Copies between clusters: as fast as the links of all nodes of either cluster, and what is between
 * them, allow, and not slower when several go on. A job that reads from another cluster waits for
 * all of its input.
 */
final class Links implements View.Network {
  private final Map<String, Double> links = new HashMap<>();
  private final double between;

  Links(Map<String, Scenario> clusters, double betweenBytesPerSecond) {
    this.between = betweenBytesPerSecond;
    clusters.forEach((name, scenario) -> links.put(name, of(scenario)));
  }

  private static double of(Scenario scenario) {
    return scenario.cluster().racks().stream()
        .flatMap(rack -> rack.nodes().stream())
        .mapToDouble(node -> node.linkBytesPerSecond())
        .sum();
  }

  /** The rate of all links of a cluster together. */
  double of(String cluster) {
    return links.get(cluster);
  }

  @Override
  public double bytesPerSecond(String from, String to) {
    return Math.min(between, Math.min(links.get(from), links.get(to)));
  }

  @Override
  public double remoteReadPart() {
    return 1;
  }
}
