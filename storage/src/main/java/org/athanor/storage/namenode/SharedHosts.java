// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;

/**
 * The hosts with several DataNodes. Most clusters have none, so the nodes are not looked through
 * for each replica of each block, but when their number has changed, and once in a second. A node
 * that registers while another one is removed may therefore be taken for the only one of its host
 * for a second. Thread-safe; holds no lock of its own.
 */
final class SharedHosts {
  private static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoTime;
  private volatile Found last = new Found(-1, 0, Map.of());

  /**
   * What was found.
   *
   * @param nodes number of all nodes
   * @param byHost the nodes of each host that has several
   */
  private record Found(int nodes, long atNanos, Map<String, List<DatanodeDescriptor>> byHost) {}

  SharedHosts(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The other nodes of a node's host. */
  List<DatanodeDescriptor> others(DatanodeDescriptor node, NetworkTopology topology) {
    List<DatanodeDescriptor> onHost = found(topology).byHost.get(node.getHostName());
    if (onHost == null) {
      return List.of();
    }
    return onHost.stream()
        .filter(other -> !other.equals(node) && topology.contains(other))
        .toList();
  }

  private Found found(NetworkTopology topology) {
    Found found = last;
    long now = nanoTime.getAsLong();
    int nodes = topology.getNumOfLeaves();
    if (found.nodes != nodes || now - found.atNanos >= VALID_NANOS) {
      found = new Found(nodes, now, find(topology));
      last = found;
    }
    return found;
  }

  private static Map<String, List<DatanodeDescriptor>> find(NetworkTopology topology) {
    Map<String, DatanodeDescriptor> firsts = new HashMap<>();
    Map<String, List<DatanodeDescriptor>> several = new HashMap<>();
    for (Node leaf : topology.getLeaves(NetworkScope.EVERYWHERE)) {
      if (leaf instanceof DatanodeDescriptor node) {
        DatanodeDescriptor first = firsts.putIfAbsent(node.getHostName(), node);
        if (first != null) {
          several
              .computeIfAbsent(node.getHostName(), host -> new ArrayList<>(List.of(first)))
              .add(node);
        }
      }
    }
    return several;
  }
}
