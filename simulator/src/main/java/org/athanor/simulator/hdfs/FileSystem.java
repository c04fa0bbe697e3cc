// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.simulator.cluster.Cluster;

/** A simulated HDFS. Decides at once; that data take time is the affair of those who move them. */
public final class FileSystem {
  /** No device. */
  public static final int NOWHERE = -1;

  private final Cluster cluster;
  private final BlockPlacement placement;
  private final ReplicaSelection selection;
  private final Space space;
  private final Map<String, SimulatedFile> files = new LinkedHashMap<>();
  private int[] found = new int[16];

  public FileSystem(Cluster cluster, BlockPlacement placement, ReplicaSelection selection) {
    this.cluster = cluster;
    this.placement = placement;
    this.selection = selection;
    space = new Space(cluster);
  }

  public Optional<SimulatedFile> file(String path) {
    return Optional.ofNullable(files.get(path));
  }

  /** All files, in the order in which they were made. */
  public Collection<SimulatedFile> files() {
    return files.values();
  }

  /**
   * Makes a file with all its blocks, as if it had been there before.
   *
   * @param path absolute, of no other file
   * @param bytes from 0
   * @param blockBytes from 1
   * @param replication from 1
   * @throws NoRoomException if a block finds no place at all
   */
  public SimulatedFile create(String path, long bytes, long blockBytes, int replication) {
    SimulatedFile file = begin(path, bytes, blockBytes, replication);
    for (int block = 0; block < file.blocks(); block++) {
      writeBlock(file, block, BlockRequest.OUTSIDE);
    }
    return file;
  }

  /**
   * Makes a file whose blocks have no replicas yet.
   *
   * @param path absolute, of no other file
   * @param bytes from 0
   * @param blockBytes from 1
   * @param replication from 1
   */
  public SimulatedFile begin(String path, long bytes, long blockBytes, int replication) {
    SimulatedFile file = new SimulatedFile(path, bytes, blockBytes, replication);
    if (files.putIfAbsent(path, file) != null) {
      throw new IllegalArgumentException("file " + path + ": exists already");
    }
    return file;
  }

  /**
   * Decides where the next block of a file goes, and takes the room for it.
   *
   * @param writer a node, or {@link BlockRequest#OUTSIDE}
   * @return the devices, in the order in which they are written
   * @throws NoRoomException if it finds no place at all
   */
  public int[] writeBlock(SimulatedFile file, int block, int writer) {
    int[] devices = write(file.path(), writer, file.replication(), file.bytesOf(block));
    for (int device : devices) {
      file.add(block, device);
    }
    return devices;
  }

  /**
   * Finds the devices for a new block, and takes their room.
   *
   * @param writer a node, or {@link BlockRequest#OUTSIDE}
   * @throws NoRoomException if it finds no place at all
   */
  public int[] write(String path, int writer, int replication, long bytes) {
    BlockRequest request = new BlockRequest(path, writer, replication, bytes);
    int[] devices = placement.place(request, space);
    if (devices.length == 0) {
      throw new NoRoomException(path, bytes);
    }
    for (int device : devices) {
      space.take(device, bytes);
    }
    return devices;
  }

  /**
   * The device from which a node reads a block; {@link #NOWHERE} if all replicas are lost.
   *
   * @param reader a node
   */
  public int read(SimulatedFile file, int block, int reader) {
    int count = replicas(file, block);
    return count == 0 ? NOWHERE : selection.select(reader, found, count, cluster);
  }

  /**
   * Number of replicas of a block that can be read; see {@link #found}.
   *
   * @return from 0
   */
  public int replicas(SimulatedFile file, int block) {
    if (found.length < file.replication()) {
      found = new int[file.replication()];
    }
    int count = file.replicas(block, found);
    int present = 0;
    for (int i = 0; i < count; i++) {
      if (!space.isGone(cluster.nodeOf(found[i]))) {
        found[present++] = found[i];
      }
    }
    return present;
  }

  /** A device of those that the last call of {@link #replicas} counted. */
  public int found(int index) {
    return found[index];
  }

  /** Loses a node with all that it stores. */
  public void lose(int node) {
    space.lose(node);
  }

  public Space space() {
    return space;
  }
}
