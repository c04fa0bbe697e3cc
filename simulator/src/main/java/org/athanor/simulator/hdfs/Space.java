// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import org.athanor.simulator.cluster.Cluster;

/** How much is free on each device for blocks, and which nodes are there. */
public final class Space {
  private final Cluster cluster;
  private final long[] free;
  private final boolean[] gone;
  private final int[] turn;

  Space(Cluster cluster) {
    this.cluster = cluster;
    free = new long[cluster.devices()];
    for (int device = 0; device < free.length; device++) {
      free[device] = cluster.device(device).capacityBytes();
    }
    gone = new boolean[cluster.nodes()];
    turn = new int[cluster.nodes()];
  }

  public Cluster cluster() {
    return cluster;
  }

  /** Free bytes of a device; 0 if its node is gone. */
  public long free(int device) {
    return gone[cluster.nodeOf(device)] ? 0 : free[device];
  }

  public boolean isGone(int node) {
    return gone[node];
  }

  /**
   * A device of a node with room for a block; they take turns. {@link FileSystem#NOWHERE} if none
   * has room.
   */
  public int deviceWithRoom(int node, long bytes) {
    int count = cluster.blockDevices(node);
    for (int i = 0; i < count; i++) {
      int device = cluster.blockDevice(node, (turn[node] + i) % count);
      if (free(device) >= bytes) {
        turn[node] = (turn[node] + i + 1) % count;
        return device;
      }
    }
    return FileSystem.NOWHERE;
  }

  void take(int device, long bytes) {
    free[device] -= bytes;
  }

  void give(int device, long bytes) {
    free[device] += bytes;
  }

  void lose(int node) {
    gone[node] = true;
  }
}
