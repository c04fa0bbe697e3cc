// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.athanor.simulator.access.Access;
import org.athanor.simulator.access.AccessPlan;
import org.athanor.simulator.access.ThroughputBound;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;
import org.athanor.simulator.cluster.RackSpec;
import org.athanor.simulator.hdfs.FileSpec;

/**
 * Bounds of the throughput of a scenario's clients, whatever the policies ({@link
 * ThroughputBound}). Reads may all be local. Each byte that is written is sent to one node less
 * than it has replicas, and from one rack to another if there are several, as HDFS wants.
 */
public final class ThroughputBounds {
  private ThroughputBounds() {}

  /**
   * The bound of all reads, or of all writes, in bytes per second.
   *
   * @return empty if they are not of the same size and begin at the same time, or if nodes fail
   */
  public static OptionalDouble of(Scenario scenario, boolean writes) {
    if (scenario.accesses().size() != 1 || !scenario.failures().nodes().isEmpty()) {
      return OptionalDouble.empty();
    }
    AccessPlan plan = scenario.accesses().get(0);
    List<AccessPlan.Round> rounds =
        plan.rounds().stream().filter(round -> !those(round, writes).isEmpty()).toList();
    if (rounds.size() != 1) {
      return OptionalDouble.empty();
    }
    Map<String, FileSpec> files = files(scenario, plan);
    List<Access> accesses = those(rounds.get(0), writes);
    Set<Double> starts = new HashSet<>();
    Set<Long> sizes = new HashSet<>();
    Set<Integer> copies = new HashSet<>();
    for (Access access : accesses) {
      FileSpec file = files.get(access.path());
      starts.add(access.startSeconds());
      sizes.add(file.bytes());
      copies.add(writes ? file.replication() : 1);
    }
    if (starts.size() > 1 || sizes.size() > 1 || copies.size() > 1 || sizes.contains(0L)) {
      return OptionalDouble.empty();
    }
    int replicas = copies.iterator().next();
    return OptionalDouble.of(
        ThroughputBound.of(
            accesses.size(),
            sizes.iterator().next(),
            replicas,
            devices(scenario.cluster(), writes),
            network(scenario.cluster(), replicas)));
  }

  private static List<Access> those(AccessPlan.Round round, boolean writes) {
    return round.accesses().stream()
        .filter(access -> access instanceof Access.Write == writes)
        .toList();
  }

  private static Map<String, FileSpec> files(Scenario scenario, AccessPlan plan) {
    Map<String, FileSpec> files = new HashMap<>();
    scenario.files().forEach(file -> files.put(file.path(), file));
    for (AccessPlan.Round round : plan.rounds()) {
      for (Access access : round.accesses()) {
        if (access instanceof Access.Write write) {
          files.put(write.path(), write.file());
        }
      }
    }
    return files;
  }

  private static List<ThroughputBound.Device> devices(ClusterSpec cluster, boolean writes) {
    return cluster.racks().stream()
        .flatMap(rack -> rack.nodes().stream())
        .flatMap(node -> node.devices().stream())
        .filter(device -> device.use().storesBlocks())
        .map(
            device ->
                new ThroughputBound.Device(
                    writes ? device.writeBytesPerSecond() : device.readBytesPerSecond(),
                    device.capacityBytes()))
        .toList();
  }

  private static double network(ClusterSpec cluster, int copies) {
    if (copies == 1) {
      return Double.POSITIVE_INFINITY;
    }
    double links =
        cluster.racks().stream()
            .flatMap(rack -> rack.nodes().stream())
            .mapToDouble(NodeSpec::linkBytesPerSecond)
            .sum();
    double received = links / (copies - 1);
    if (cluster.racks().size() == 1) {
      return received;
    }
    double uplinks = cluster.racks().stream().mapToDouble(RackSpec::uplinkBytesPerSecond).sum();
    return Math.min(received, Math.min(uplinks, cluster.coreBytesPerSecond()));
  }
}
