// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.tier.DeviceType;

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

  /** What nodes stored that are lost and will come back. */
  private final Map<Integer, List<Stored>> away = new HashMap<>();

  /** A replica. */
  private record Stored(Block block, int device) {}

  /** Is told of files that are closed; null if these are forgotten. */
  private Consumer<SimulatedFile> closed;

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
   * @param spec whose path is of no other file
   * @throws NoRoomException if a block finds no place at all
   */
  public SimulatedFile create(FileSpec spec) {
    SimulatedFile file = begin(spec);
    for (int block = 0; block < file.blocks(); block++) {
      writeBlock(file, block, BlockRequest.OUTSIDE);
    }
    return file;
  }

  /**
   * Makes a file whose blocks have no replicas yet.
   *
   * @param spec whose path is of no other file
   */
  public SimulatedFile begin(FileSpec spec) {
    SimulatedFile file = new SimulatedFile(spec);
    if (files.putIfAbsent(spec.path(), file) != null) {
      throw new IllegalArgumentException("file " + spec.path() + ": exists already");
    }
    return file;
  }

  /**
   * Begins a file, whose blocks are still to be written. It is not among the files before it is
   * closed.
   *
   * @param path absolute
   * @param bytes from 0
   * @param blockBytes from 1
   * @param replication from 1
   */
  public SimulatedFile open(String path, long bytes, long blockBytes, int replication) {
    return open(new FileSpec(path, bytes, blockBytes, replication));
  }

  /** Begins a file, as {@link #open(String, long, long, int)} does. */
  public SimulatedFile open(FileSpec spec) {
    return new SimulatedFile(spec);
  }

  /**
   * Decides where the next block of a file goes, and takes the room for it.
   *
   * @param writer a node, or {@link BlockRequest#OUTSIDE}
   * @return the devices, in the order in which they are written
   * @throws NoRoomException if it finds no place at all
   */
  public int[] writeBlock(SimulatedFile file, int block, int writer) {
    long bytes = file.bytesOf(block);
    BlockRequest request =
        new BlockRequest(file.path(), writer, file.replication(), bytes, file.types());
    int[] devices = placement.place(request, space);
    if (devices.length == 0) {
      throw new NoRoomException(file.path(), bytes);
    }
    for (int device : devices) {
      space.take(device, bytes);
      file.add(block, device);
    }
    return devices;
  }

  /** Closes a file, all of whose blocks are written. */
  public void close(SimulatedFile file) {
    if (closed != null) {
      files.put(file.path(), file);
      closed.accept(file);
    }
  }

  /**
   * Adds a file to those that can be read. All its blocks are written.
   *
   * @param file whose path is of no other file
   */
  public void publish(SimulatedFile file) {
    if (files.putIfAbsent(file.path(), file) != null) {
      throw new IllegalArgumentException("file " + file.path() + ": exists already");
    }
    if (closed != null) {
      closed.accept(file);
    }
  }

  /** Gives back the room of a file that is not closed. */
  public void discard(SimulatedFile file) {
    for (int block = 0; block < file.blocks(); block++) {
      for (int device : file.replicas(block)) {
        space.give(device, file.bytesOf(block));
      }
    }
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
    if (found.length < file.places()) {
      found = new int[file.places()];
    }
    return file.replicas(block, found);
  }

  /** A device of those that the last call of {@link #replicas} counted. */
  public int found(int index) {
    return found[index];
  }

  /** Remembers the files that are closed from now on, and tells of each. */
  void onClose(Consumer<SimulatedFile> what) {
    closed = what;
  }

  /** Loses a node that does not come back, with all that it stores. */
  public List<Block> lose(int node) {
    return lose(node, false);
  }

  /**
   * Loses a node with all that it stores.
   *
   * @param returns whether it will be {@link #back}
   * @return blocks of files that had a replica there, without files that are not closed
   */
  public List<Block> lose(int node, boolean returns) {
    space.lose(node);
    List<Block> affected = new ArrayList<>();
    List<Stored> stored = new ArrayList<>();
    for (SimulatedFile file : files.values()) {
      for (int index = 0; index < file.blocks(); index++) {
        int device = file.remove(index, node, cluster);
        if (device != NOWHERE) {
          Block block = new Block(file, index);
          affected.add(block);
          if (returns) {
            stored.add(new Stored(block, device));
          }
        }
      }
    }
    if (returns) {
      away.put(node, stored);
    }
    return affected;
  }

  /**
   * A node that was lost is there again, with the replicas of files that were closed when it was
   * lost. Blocks may have too many replicas then.
   *
   * @return blocks of which it has one
   */
  public List<Block> back(int node) {
    space.back(node);
    List<Block> again = new ArrayList<>();
    for (Stored one : away.remove(node)) {
      replicated(one.block(), one.device());
      again.add(one.block());
    }
    return again;
  }

  /** Forgets what a lost node had of a file that is not closed; its room is free if it is back. */
  public void forget(SimulatedFile file, int node) {
    for (int block = 0; block < file.blocks(); block++) {
      int device = file.remove(block, node, cluster);
      if (device != NOWHERE) {
        space.give(device, file.bytesOf(block));
      }
    }
  }

  /**
   * The replica that goes first of a block that has too many; {@link #NOWHERE} if all must stay.
   */
  int excess(Block block) {
    SimulatedFile file = block.file();
    return placement.excess(
        new BlockRequest(
            file.path(),
            BlockRequest.OUTSIDE,
            file.replication(),
            block.bytes(),
            file.types(),
            block.replicas()),
        space);
  }

  /**
   * Finds a device for one more replica of a block, and takes its room; the replica is not there
   * before {@link #replicated}. {@link #NOWHERE} if there is none.
   */
  int placeReplica(Block block) {
    int[] existing = block.replicas();
    BlockRequest request =
        new BlockRequest(
            block.file().path(),
            BlockRequest.OUTSIDE,
            Math.max(existing.length + 1, block.file().replication()),
            block.bytes(),
            typesWithNext(block.file().types(), existing),
            existing);
    int[] devices = placement.place(request.first(), space);
    if (devices.length == 0) {
      return NOWHERE;
    }
    space.take(devices[0], block.bytes());
    return devices[0];
  }

  /** The types of the replicas that a block has, and of the one that it lacks first. */
  private List<DeviceType> typesWithNext(List<DeviceType> types, int[] existing) {
    if (types.isEmpty()) {
      return types;
    }
    List<DeviceType> lacking = new ArrayList<>(types);
    List<DeviceType> all = new ArrayList<>();
    for (int device : existing) {
      all.add(cluster.device(device).type());
      lacking.remove(cluster.device(device).type());
    }
    // More than the file should have, if it lacks none: then as the last one.
    all.add(lacking.isEmpty() ? types.get(types.size() - 1) : lacking.get(0));
    return all;
  }

  /** Takes the room for one more replica of a block; it is not there before {@link #replicated}. */
  void take(Block block, int device) {
    space.take(device, block.bytes());
  }

  /** Removes a replica of a block. */
  void remove(Block block, int device) {
    block.file().remove(block.index(), device);
    space.give(device, block.bytes());
  }

  /** A replica for which room was taken is there. */
  void replicated(Block block, int device) {
    // A node came back meanwhile, or one comes back to a block that has new replicas.
    block.file().makeRoom(block.replicas().length + 1);
    block.file().add(block.index(), device);
  }

  /** A replica for which room was taken is given up. */
  void abandon(Block block, int device) {
    space.give(device, block.bytes());
  }

  public Space space() {
    return space;
  }
}
