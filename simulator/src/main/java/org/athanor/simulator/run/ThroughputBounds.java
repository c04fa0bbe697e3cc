// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.access.ThroughputBound;
import org.athanor.simulator.cluster.ClusterSpec;
import org.athanor.simulator.cluster.NodeSpec;

/**
 * Bounds of the throughput of a scenario's clients, whatever the policies ({@link
 * ThroughputBound}). Reads may all be local. Of each byte that is written, all replicas but one
 * need the link of a node that stores blocks, because each is on another node. Links between racks
 * do not count: no rule of the simulator is sure to use another rack, neither a random placement
 * nor one whose other racks are full.
 */
public final class ThroughputBounds {
  private ThroughputBounds() {}

  /**
   * The bound of all reads, or of all writes, in bytes per second.
   *
   * @param scenario that was run
   * @param records of its accesses
   * @param writes whether the bound is that of writes
   * @return what no placement that writes as many replicas can exceed, and no choice of replicas,
   *     but for the scenario's precision; empty if there are no such accesses, if they did not all
   *     begin at the same time, are not of the same size above 0, are of the same file or failed,
   *     and if nodes can fail or a manager moves files, because devices may then read more than
   *     they have room for
   */
  public static OptionalDouble of(Scenario scenario, List<AccessRecord> records, boolean writes) {
    if (!scenario.failures().nodes().isEmpty() || scenario.manager().isPresent()) {
      return OptionalDouble.empty();
    }
    List<AccessRecord> accesses =
        records.stream().filter(access -> access.writes() == writes).toList();
    if (accesses.isEmpty() || !areAlike(accesses)) {
      return OptionalDouble.empty();
    }
    int copies =
        writes ? accesses.stream().mapToInt(AccessRecord::replicas).min().orElseThrow() : 1;
    return OptionalDouble.of(
        ThroughputBound.of(
            accesses.size(),
            accesses.get(0).bytes(),
            copies,
            devices(scenario.cluster(), writes),
            network(scenario.cluster(), copies)));
  }

  /** Whether accesses begin together, and are of different files of the same size above 0. */
  private static boolean areAlike(List<AccessRecord> accesses) {
    AccessRecord first = accesses.get(0);
    Set<String> paths = new HashSet<>();
    for (AccessRecord access : accesses) {
      if (access.failed()
          || access.startSeconds() != first.startSeconds()
          || access.bytes() != first.bytes()
          || !paths.add(access.path())) {
        return false;
      }
    }
    return first.bytes() > 0;
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

  /** Bytes per second that all nodes can receive, by how often a byte is received. */
  private static double network(ClusterSpec cluster, int copies) {
    if (copies == 1) {
      return Double.POSITIVE_INFINITY;
    }
    double links =
        cluster.racks().stream()
            .flatMap(rack -> rack.nodes().stream())
            .filter(node -> node.devices().stream().anyMatch(each -> each.use().storesBlocks()))
            .mapToDouble(NodeSpec::linkBytesPerSecond)
            .sum();
    return links / (copies - 1);
  }
}
