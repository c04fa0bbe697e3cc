// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Optional;
import java.util.function.IntConsumer;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.tier.DeviceType;

/** How much is free on each device for blocks, and which nodes are there. */
public final class Space {
  private final Cluster cluster;
  private final long[] free;
  private final boolean[] gone;
  private final int[] turn;

  /** Whether some devices for blocks are disks. */
  private final boolean hasDisks;

  /** Nodes whose devices have changed since these were asked for, each once. */
  private final int[] changed;

  private final boolean[] isChanged;
  private int changedCount;

  Space(Cluster cluster) {
    this.cluster = cluster;
    free = new long[cluster.devices()];
    for (int device = 0; device < free.length; device++) {
      free[device] = cluster.device(device).capacityBytes();
    }
    gone = new boolean[cluster.nodes()];
    turn = new int[cluster.nodes()];
    boolean disks = false;
    for (int node = 0; node < cluster.nodes(); node++) {
      for (int i = 0; i < cluster.blockDevices(node); i++) {
        disks |= cluster.device(cluster.blockDevice(node, i)).type() == DeviceType.DISK;
      }
    }
    hasDisks = disks;
    changed = new int[cluster.nodes()];
    isChanged = new boolean[cluster.nodes()];
    for (int node = 0; node < cluster.nodes(); node++) {
      change(node);
    }
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
   *
   * @param type that it must have; empty for HDFS's default storage policy: only disks, if there
   *     are some in the cluster
   */
  public int deviceWithRoom(int node, long bytes, Optional<DeviceType> type) {
    int count = cluster.blockDevices(node);
    for (int i = 0; i < count; i++) {
      int device = cluster.blockDevice(node, (turn[node] + i) % count);
      DeviceType found = cluster.device(device).type();
      boolean allowed =
          type.isPresent() ? found == type.get() : !hasDisks || found == DeviceType.DISK;
      if (allowed && free(device) >= bytes) {
        turn[node] = (turn[node] + i + 1) % count;
        return device;
      }
    }
    return FileSystem.NOWHERE;
  }

  void take(int device, long bytes) {
    free[device] -= bytes;
    change(cluster.nodeOf(device));
  }

  void give(int device, long bytes) {
    free[device] += bytes;
    change(cluster.nodeOf(device));
  }

  void lose(int node) {
    gone[node] = true;
    change(node);
  }

  void back(int node) {
    gone[node] = false;
    change(node);
  }

  private void change(int node) {
    if (!isChanged[node]) {
      isChanged[node] = true;
      changed[changedCount++] = node;
    }
  }

  /**
   * Names the nodes on which something was taken, given, lost or back since the last call; first
   * all.
   */
  void forEachChanged(IntConsumer what) {
    for (int i = 0; i < changedCount; i++) {
      isChanged[changed[i]] = false;
      what.accept(changed[i]);
    }
    changedCount = 0;
  }
}
