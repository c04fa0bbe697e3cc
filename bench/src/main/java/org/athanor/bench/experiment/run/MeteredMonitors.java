// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.bench.monitor.HeldMemory;
import org.athanor.bench.monitor.MonitoredTrial;
import org.athanor.bench.power.PowerMeters;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.results.MonitorInfo;
import org.athanor.results.NodePower;
import org.athanor.results.NodeUse;

/**
 * Adds the readings of meters outside the nodes to those of the monitors on the nodes.
 *
 * @param monitors is closed with it
 * @param meters is closed with it
 */
record MeteredMonitors(RunMonitors monitors, PowerMeters meters) implements RunMonitors {
  private static final String POWER = "power";

  @Override
  public List<MonitorInfo> declared() {
    return monitors.declared();
  }

  @Override
  public Map<String, String> unavailable(String node) {
    Map<String, String> unavailable = new TreeMap<>(monitors.unavailable(node));
    meters.unavailable(node).ifPresent(reason -> unavailable.put(POWER, reason));
    return unavailable;
  }

  @Override
  public MonitoredTrial begin(List<Node> nodes, Set<Mark> marks, Path results, Path trial)
      throws IOException, InterruptedException {
    MonitoredTrial monitored = monitors.begin(nodes, marks, results, trial);
    List<String> names = nodes.stream().map(Node::name).toList();
    return new Trial(monitored, meters.begin(names, results, trial));
  }

  @Override
  public HeldMemory holdMemory(List<Node> nodes, long bytes)
      throws IOException, InterruptedException {
    return monitors.holdMemory(nodes, bytes);
  }

  private record Trial(MonitoredTrial monitored, PowerMeters.Metering metering)
      implements MonitoredTrial {

    @Override
    public List<NodeUse> end() throws IOException, InterruptedException {
      metering.end();
      List<NodeUse> uses = new ArrayList<>(monitored.end());
      Map<String, NodePower> power = metering.results();
      uses.replaceAll(
          use -> power.containsKey(use.node()) ? use.withPower(power.get(use.node())) : use);
      return uses;
    }

    @Override
    public void close() {
      metering.close();
      monitored.close();
    }
  }

  @Override
  public void close() {
    meters.close();
    monitors.close();
  }
}
