// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.hdfs.net.DFSTopologyNodeImpl;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;

/**
 * Counts the nodes that have storages of a type. A plain topology does not know types. Numbers for
 * the whole network are kept, so an object is for one block, and for one thread.
 */
final class TypedNodes {
  private final NetworkTopology topology;
  private final Map<StorageType, Integer> everywhere = new EnumMap<>(StorageType.class);

  TypedNodes(NetworkTopology topology) {
    this.topology = topology;
  }

  /**
   * Number of nodes in a part of the network; a positive number if unknown.
   *
   * @param scope as in {@link TargetSearch.Targets#choose}
   */
  int count(String scope, StorageType type) {
    if (!(topology instanceof DFSNetworkTopology)) {
      return 1;
    }
    if (scope.startsWith("~")) {
      return count(NetworkScope.EVERYWHERE, type) - count(scope.substring(1), type);
    }
    return scope.isEmpty()
        ? everywhere.computeIfAbsent(type, any -> countIn(scope, any))
        : countIn(scope, type);
  }

  private int countIn(String location, StorageType type) {
    return topology.getNode(location) instanceof DFSTopologyNodeImpl part
        ? part.getSubtreeStorageCount(type)
        : 0;
  }

  /**
   * Number of nodes in a part of the network but for some; a positive number if unknown.
   *
   * @param avoided locations that do not count
   * @param excluded nodes that do not count
   */
  int count(String scope, Set<String> avoided, Set<Node> excluded, StorageType type) {
    int count = count(scope, type);
    if (!(topology instanceof DFSNetworkTopology) || count == 0) {
      return count;
    }
    for (String location : avoided) {
      boolean isInner =
          avoided.stream().anyMatch(o -> !o.equals(location) && NetworkScope.contains(o, location));
      if (!isInner && NetworkScope.contains(scope, location)) {
        count -= count(location, type);
      }
    }
    for (Node node : excluded) {
      String location = node.getNetworkLocation();
      if (isIn(node, scope, type)
          && avoided.stream().noneMatch(some -> NetworkScope.contains(some, location))) {
        count--;
      }
    }
    return Math.max(0, count);
  }

  /** Whether some nodes include all of a part of the network; false if unknown. */
  boolean areAll(Set<Node> nodes, String scope, StorageType type) {
    if (!(topology instanceof DFSNetworkTopology)) {
      return false;
    }
    return nodes.stream().filter(node -> isIn(node, scope, type)).count() >= count(scope, type);
  }

  /** A node that died in maintenance still has its replicas, but counts in no part any more. */
  private boolean isIn(Node node, String scope, StorageType type) {
    return node instanceof DatanodeDescriptor descriptor
        && descriptor.hasStorageType(type)
        && topology.contains(node)
        && NetworkScope.contains(scope, node.getNetworkLocation());
  }
}
