// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.storage.tier.DeviceType;

/**
 * Gives files as many replicas on devices of each type as somebody wants. What is missing is
 * copied; what is too much is removed when nothing is missing any more.
 */
public final class TierReplicas implements BlockCopies.Demand {
  private static final int DRAWS = 20;
  private static final int[] NONE = {};

  private final Cluster cluster;
  private final FileSystem files;
  private final RandomGenerator random;
  private final Map<DeviceType, int[]> devices = new EnumMap<>(DeviceType.class);
  private final Map<DeviceType, Integer> nodesWith = new EnumMap<>(DeviceType.class);
  private final BlockCopies copies;
  private final Map<SimulatedFile, Map<DeviceType, Integer>> wanted = new HashMap<>();
  private final Set<Block> withoutRoom = new LinkedHashSet<>();

  /**
   * Wants nothing yet.
   *
   * @param streams that a node sends at once, from 1
   * @param random where replicas go
   */
  public TierReplicas(
      Simulation simulation,
      Cluster cluster,
      FileSystem files,
      int streams,
      RandomGenerator random) {
    this.cluster = cluster;
    this.files = files;
    this.random = random;
    Map<DeviceType, List<Integer>> byType = new EnumMap<>(DeviceType.class);
    for (int node = 0; node < cluster.nodes(); node++) {
      for (int i = 0; i < cluster.blockDevices(node); i++) {
        int device = cluster.blockDevice(node, i);
        byType
            .computeIfAbsent(cluster.device(device).type(), type -> new ArrayList<>())
            .add(device);
      }
    }
    byType.forEach(
        (type, all) -> {
          devices.put(type, all.stream().mapToInt(Integer::intValue).toArray());
          nodesWith.put(type, (int) all.stream().map(cluster::nodeOf).distinct().count());
        });
    copies = new BlockCopies(simulation, cluster, files, streams, this);
  }

  /**
   * Wants replicas of a file. {@link #begin} begins to make them.
   *
   * @param replicas by type of device, one or more in all, each from 1; of a type no more are made
   *     than nodes have such devices
   */
  public void want(SimulatedFile file, Map<DeviceType, Integer> replicas) {
    Map<DeviceType, Integer> possible = new EnumMap<>(DeviceType.class);
    replicas.forEach(
        (type, count) -> possible.put(type, Math.min(count, nodesWith.getOrDefault(type, 0))));
    wanted.put(file, possible);
    int most = 0;
    for (int block = 0; block < file.blocks(); block++) {
      most = Math.max(most, file.replicas(block).length);
      copies.add(new Block(file, block));
    }
    // What is there, what is wanted, and one that may be on its way.
    file.makeRoom(most + possible.values().stream().mapToInt(Integer::intValue).sum() + 1);
  }

  /** Copies what is wanted, also what found no room until now. */
  public void begin() {
    List<Block> again = List.copyOf(withoutRoom);
    withoutRoom.clear();
    again.forEach(copies::add);
    copies.copyMore();
  }

  @Override
  public void hasNoRoom(Block block) {
    withoutRoom.add(block);
  }

  /** Makes no more replicas. */
  public void stop() {
    copies.stop();
  }

  /** Copies that are being made. */
  public int running() {
    return copies.running();
  }

  /** Bytes that were copied. */
  public double copiedBytes() {
    return copies.bytes();
  }

  /** Bytes of all replicas of a file. */
  public static long storedBytes(SimulatedFile file) {
    long bytes = 0;
    for (int block = 0; block < file.blocks(); block++) {
      bytes += file.bytesOf(block) * file.replicas(block).length;
    }
    return bytes;
  }

  private int surplus(Block block, DeviceType type) {
    int count = 0;
    for (int device : block.replicas()) {
      count += cluster.device(device).type() == type ? 1 : 0;
    }
    return count - wanted.get(block.file()).getOrDefault(type, 0);
  }

  @Override
  public boolean lacksReplicas(Block block) {
    return block.replicas().length > 0
        && wanted.get(block.file()).keySet().stream().anyMatch(type -> surplus(block, type) < 0);
  }

  @Override
  public int place(Block block) {
    for (DeviceType type : DeviceType.values()) {
      if (surplus(block, type) < 0) {
        int device = find(type, block);
        if (device != FileSystem.NOWHERE) {
          files.take(block, device);
          return device;
        }
      }
    }
    return FileSystem.NOWHERE;
  }

  /**
   * A device of a type with room, on a node that has no replica of a block, or only one that is too
   * much. Draws some, and then looks at all from a random one on.
   */
  private int find(DeviceType type, Block block) {
    int[] all = devices.getOrDefault(type, NONE);
    if (all.length == 0) {
      return FileSystem.NOWHERE;
    }
    for (int draw = 0; draw < DRAWS; draw++) {
      int device = all[random.nextInt(all.length)];
      if (fits(device, block)) {
        return device;
      }
    }
    int first = random.nextInt(all.length);
    for (int i = 0; i < all.length; i++) {
      int device = all[(first + i) % all.length];
      if (fits(device, block)) {
        return device;
      }
    }
    return FileSystem.NOWHERE;
  }

  private boolean fits(int device, Block block) {
    for (int other : block.replicas()) {
      if (cluster.nodeOf(other) == cluster.nodeOf(device)
          && (other == device || surplus(block, cluster.device(other).type()) <= 0)) {
        return false;
      }
    }
    return files.space().free(device) >= block.bytes();
  }

  /** Removes what is too much, the latest replicas first. */
  @Override
  public void satisfied(Block block) {
    int[] replicas = block.replicas();
    for (DeviceType type : DeviceType.values()) {
      int surplus = surplus(block, type);
      for (int i = replicas.length - 1; i >= 0 && surplus > 0; i--) {
        if (cluster.device(replicas[i]).type() == type) {
          files.remove(block, replicas[i]);
          surplus--;
        }
      }
    }
  }
}
