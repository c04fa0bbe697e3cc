// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import org.athanor.simulator.cluster.Cluster;

/** Decides which replica of a block is read. */
public interface ReplicaSelection {
  /**
   * The device to read from.
   *
   * @param reader the node that reads
   * @param replicas devices that have the block
   * @param count how many of them, from 1
   */
  int select(int reader, int[] replicas, int count, Cluster cluster);
}
