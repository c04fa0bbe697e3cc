// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.net.Node;
import org.athanor.storage.retrieval.NetworkDistance;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.retrieval.WeightedOrder;

/**
 * Orders the replicas of a block for a reader by the weights of a policy. A NameNode does this for
 * each block that is read, so an object keeps its arrays for the next block. Used by one thread at
 * a time.
 */
final class ReplicaOrder {
  private double[] weights = new double[16];
  private int[] order = new int[16];
  private Node[] nodes = new Node[16];

  /**
   * Orders the first replicas of an array. On an exception the array is as it was.
   *
   * @param reader null if its place in the network is not known: all replicas are equally far then
   * @param replicas those that the block has
   * @param length how many of them to order, from 0
   * @return false if a replica does not tell its storage; the array is as it was then
   */
  boolean order(
      Node reader,
      Node[] replicas,
      int length,
      ActiveRules rules,
      RetrievalPolicy policy,
      RandomGenerator random) {
    reserve(length);
    for (int i = 0; i < length; i++) {
      if (!(replicas[i] instanceof DatanodeInfoWithStorage replica)) {
        return false;
      }
      weights[i] =
          policy.weight(
              distance(reader, replica, rules),
              rules.tierRank(replica.getStorageType()),
              Math.max(0, replica.getXceiverCount()));
    }
    WeightedOrder.order(weights, order, length, random);
    System.arraycopy(replicas, 0, nodes, 0, length);
    for (int i = 0; i < length; i++) {
      replicas[i] = nodes[order[i]];
    }
    Arrays.fill(nodes, 0, length, null);
    return true;
  }

  private static int distance(Node reader, DatanodeInfo replica, ActiveRules rules) {
    if (reader == null) {
      return NetworkDistance.OFF_RACK;
    }
    String host = reader instanceof DatanodeInfo node ? node.getHostName() : reader.getName();
    if (host.equals(replica.getHostName())) {
      return NetworkDistance.LOCAL;
    }
    String location = reader.getNetworkLocation();
    String other = replica.getNetworkLocation();
    return NetworkDistance.betweenRacks(location, other, rules.inSameRegion(location, other));
  }

  private void reserve(int length) {
    if (weights.length < length) {
      weights = new double[length];
      order = new int[length];
      nodes = new Node[length];
    }
  }
}
