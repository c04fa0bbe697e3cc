// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.List;
import java.util.Optional;
import org.athanor.storage.tier.DeviceType;

/** A block that needs replicas. */
public final class BlockRequest {
  /** The writer of a block that comes from outside the cluster. */
  public static final int OUTSIDE = -1;

  private final String path;
  private final int writer;
  private final int replication;
  private final long bytes;
  private final List<DeviceType> types;
  private final int[] existing;
  private final int wanted;

  /**
   * Creates a request.
   *
   * @param path of its file, absolute
   * @param writer the node that writes it, or {@link #OUTSIDE}
   * @param replication how many replicas it shall have, from 1
   * @param bytes of one replica
   * @param types of the devices for the replicas, in their order; empty for HDFS's default
   * @param existing devices that have one
   */
  BlockRequest(
      String path,
      int writer,
      int replication,
      long bytes,
      List<DeviceType> types,
      int... existing) {
    this.path = path;
    this.writer = writer;
    this.replication = replication;
    this.bytes = bytes;
    this.types = types;
    this.existing = existing;
    this.wanted = Math.max(0, replication - existing.length);
  }

  private BlockRequest(BlockRequest of, int wanted) {
    this.path = of.path;
    this.writer = of.writer;
    this.replication = of.replication;
    this.bytes = of.bytes;
    this.types = of.types;
    this.existing = of.existing;
    this.wanted = wanted;
  }

  /** The same block, of whose replicas that it lacks only the first one is wanted now. */
  BlockRequest first() {
    return new BlockRequest(this, Math.min(1, wanted));
  }

  public String path() {
    return path;
  }

  public int writer() {
    return writer;
  }

  public int replication() {
    return replication;
  }

  /** How many of the replicas that it lacks are wanted, from 0. */
  public int wanted() {
    return wanted;
  }

  public long bytes() {
    return bytes;
  }

  /** The type of device that a replica should be on, by its place; empty for HDFS's default. */
  public Optional<DeviceType> type(int replica) {
    return types.isEmpty() ? Optional.empty() : Optional.of(types.get(replica));
  }

  /** The devices that have a replica, as a new array. */
  public int[] existing() {
    return existing.clone();
  }
}
