// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;
import org.athanor.storage.placement.PlacementPolicy;

/**
 * A call for targets of a block: what HDFS does not hand down to the methods that choose them. Used
 * by one thread.
 */
final class TargetRequest {
  private final String path;
  private final ActiveRules active;
  private final Optional<PlacementPolicy> policy;

  /** The nodes that were excluded only because another replica is on their host. */
  private final Set<Node> siblings = new HashSet<>();

  private boolean hostsShared;

  /**
   * Begins a call.
   *
   * @param policy empty if HDFS places the file
   */
  TargetRequest(String path, ActiveRules active, Optional<PlacementPolicy> policy) {
    this.path = path;
    this.active = active;
    this.policy = policy;
  }

  String path() {
    return path;
  }

  ActiveRules active() {
    return active;
  }

  Optional<PlacementPolicy> policy() {
    return policy;
  }

  /** Excludes the other DataNodes of a host that has a replica, and returns how many. */
  int excludeSiblings(List<DatanodeDescriptor> others, Set<Node> excluded) {
    int added = 0;
    if (!hostsShared) {
      for (DatanodeDescriptor other : others) {
        if (excluded.add(other)) {
          siblings.add(other);
          added++;
        }
      }
    }
    return added;
  }

  /** Hosts get one replica of the block each. */
  void separateHosts() {
    hostsShared = false;
  }

  /**
   * Lets hosts with several DataNodes have several replicas of the block.
   *
   * @param excluded gets the nodes back that were excluded for their host
   * @return false if that makes no difference
   */
  boolean shareHosts(Set<Node> excluded) {
    hostsShared = true;
    return excluded.removeAll(siblings);
  }
}
