// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Arrays;
import org.athanor.simulator.cluster.Cluster;

/** A file, and the devices that have its blocks. */
public final class SimulatedFile {
  private static final int MOST_REPLICAS = 100_000_000;

  private final String path;
  private final long bytes;
  private final long blockBytes;
  private final int replication;

  /** For each block as many devices as the replication says, the missing ones at the end. */
  private final int[] replicas;

  SimulatedFile(String path, long bytes, long blockBytes, int replication) {
    this.path = path;
    this.bytes = bytes;
    this.blockBytes = blockBytes;
    this.replication = replication;
    long blocks = bytes / blockBytes + (bytes % blockBytes > 0 ? 1 : 0);
    if (blocks > MOST_REPLICAS / replication) {
      throw new IllegalArgumentException(
          "file "
              + path
              + " of "
              + blocks
              + " blocks with "
              + replication
              + " replicas: must have "
              + MOST_REPLICAS
              + " replicas at most; take larger blocks");
    }
    replicas = new int[(int) (blocks * replication)];
    Arrays.fill(replicas, FileSystem.NOWHERE);
  }

  public String path() {
    return path;
  }

  public long bytes() {
    return bytes;
  }

  /** Number of blocks, from 0. */
  public int blocks() {
    return replicas.length / replication;
  }

  /** Bytes of a block; the last one may be shorter. */
  public long bytesOf(int block) {
    return Math.min(blockBytes, bytes - block * blockBytes);
  }

  public int replication() {
    return replication;
  }

  /** Copies the devices that have a block, and returns their number. */
  public int replicas(int block, int[] into) {
    int count = 0;
    for (int i = 0; i < replication; i++) {
      int device = replicas[block * replication + i];
      if (device != FileSystem.NOWHERE) {
        into[count++] = device;
      }
    }
    return count;
  }

  /** The devices that have a block, as a new array. */
  public int[] replicas(int block) {
    int[] devices = new int[replication];
    int count = replicas(block, devices);
    return Arrays.copyOf(devices, count);
  }

  void add(int block, int device) {
    int at = block * replication;
    while (replicas[at] != FileSystem.NOWHERE) {
      at++;
    }
    replicas[at] = device;
  }

  /** Forgets the replica of a block on a node; false if it has none there. */
  boolean remove(int block, int node, Cluster cluster) {
    int from = block * replication;
    int last = from + replication - 1;
    for (int at = from; at <= last; at++) {
      if (replicas[at] != FileSystem.NOWHERE && cluster.nodeOf(replicas[at]) == node) {
        System.arraycopy(replicas, at + 1, replicas, at, last - at);
        replicas[last] = FileSystem.NOWHERE;
        return true;
      }
    }
    return false;
  }
}
