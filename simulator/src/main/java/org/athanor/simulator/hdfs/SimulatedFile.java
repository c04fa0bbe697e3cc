// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.tier.DeviceType;

/** A file, and the devices that have its blocks. */
public final class SimulatedFile {
  /** Replicas of the blocks of a file, at most: each takes memory. */
  public static final int MOST_REPLICAS = 100_000_000;

  private final String path;
  private final long bytes;
  private final long blockBytes;
  private final int replication;
  private final List<DeviceType> types;

  /** For each block as many places as the largest number of its replicas. */
  private int places;

  /** For each block its devices; places without a replica are at the end. */
  private int[] replicas;

  SimulatedFile(FileSpec spec) {
    path = spec.path();
    bytes = spec.bytes();
    blockBytes = spec.blockBytes();
    replication = spec.replication();
    types = spec.types();
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
    places = replication;
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
    return replicas.length / places;
  }

  /** Bytes of a block; the last one may be shorter. */
  public long bytesOf(int block) {
    return Math.min(blockBytes, bytes - block * blockBytes);
  }

  public long blockBytes() {
    return blockBytes;
  }

  /** Replicas that the file should have. */
  public int replication() {
    return replication;
  }

  /** As of {@link FileSpec#types}. */
  List<DeviceType> types() {
    return types;
  }

  /** Replicas that a block can have. */
  int places() {
    return places;
  }

  /** Lets blocks have so many replicas, if they cannot yet. */
  void makeRoom(int most) {
    if (most <= places) {
      return;
    }
    int blocks = blocks();
    int[] more = new int[Math.multiplyExact(blocks, most)];
    Arrays.fill(more, FileSystem.NOWHERE);
    for (int block = 0; block < blocks; block++) {
      System.arraycopy(replicas, block * places, more, block * most, places);
    }
    replicas = more;
    places = most;
  }

  /** Copies the devices that have a block, and returns their number. */
  public int replicas(int block, int[] into) {
    int count = 0;
    for (int i = 0; i < places; i++) {
      int device = replicas[block * places + i];
      if (device != FileSystem.NOWHERE) {
        into[count++] = device;
      }
    }
    return count;
  }

  /** The devices that have a block, as a new array. */
  public int[] replicas(int block) {
    int[] devices = new int[places];
    int count = replicas(block, devices);
    return Arrays.copyOf(devices, count);
  }

  /** The fewest replicas of a block; of a file without blocks those that it should have. */
  public int fewestReplicas() {
    int fewest = places;
    int[] devices = new int[places];
    for (int block = 0; block < blocks(); block++) {
      fewest = Math.min(fewest, replicas(block, devices));
    }
    return blocks() == 0 ? replication : fewest;
  }

  void add(int block, int device) {
    int at = block * places;
    while (replicas[at] != FileSystem.NOWHERE) {
      at++;
    }
    replicas[at] = device;
  }

  /**
   * Forgets the replica of a block on a node.
   *
   * @return the device that had it; {@link FileSystem#NOWHERE} if it has none there
   */
  int remove(int block, int node, Cluster cluster) {
    return remove(block, device -> cluster.nodeOf(device) == node);
  }

  /** Forgets the replica of a block on a device that has one. */
  void remove(int block, int device) {
    int unused = remove(block, other -> other == device);
  }

  private int remove(int block, IntPredicate from) {
    int first = block * places;
    int last = first + places - 1;
    for (int at = first; at <= last; at++) {
      int device = replicas[at];
      if (device != FileSystem.NOWHERE && from.test(device)) {
        System.arraycopy(replicas, at + 1, replicas, at, last - at);
        replicas[last] = FileSystem.NOWHERE;
        return device;
      }
    }
    return FileSystem.NOWHERE;
  }
}
