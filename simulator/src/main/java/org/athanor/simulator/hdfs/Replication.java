// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.Simulation;

/**
 * Makes new replicas of blocks that have lost some. A block of a node that failed waits until the
 * NameNode takes the node for dead, because until then its replicas count; a block that was written
 * to fewer nodes than it should does not wait. Then a node that has it sends it to a new one; a
 * node sends a few at once. If a node comes back, blocks that have got new replicas meanwhile have
 * too many: one goes of each.
 */
public final class Replication implements BlockCopies.Demand {
  private final Simulation simulation;
  private final FileSystem files;
  private final double delaySeconds;
  private final BlockCopies copies;

  /** Nodes that have failed and are not yet taken for dead. */
  private final Map<Integer, Away> away = new LinkedHashMap<>();

  /** How many replicas of blocks are on such nodes, from 1. */
  private final Map<Block, Integer> replicasAway = new HashMap<>();

  /** Blocks for which no device had room. */
  private final Set<Block> withoutRoom = new LinkedHashSet<>();

  private int lost;

  /** A node that is away, the timer at whose end it is dead, and blocks with a replica there. */
  private record Away(int timer, List<Block> blocks) {}

  /**
   * Begins to keep blocks replicated; from now on the file system remembers files that are closed.
   *
   * @param delaySeconds until a node that failed is taken for dead, from 0
   * @param streams that a node sends at once, from 1
   */
  public Replication(
      Simulation simulation, Cluster cluster, FileSystem files, double delaySeconds, int streams) {
    this.simulation = simulation;
    this.files = files;
    this.delaySeconds = delaySeconds;
    copies = new BlockCopies(simulation, cluster, files, streams, this);
    files.onClose(this::closed);
  }

  /** Bytes of new replicas that were made. */
  public double bytes() {
    return copies.bytes();
  }

  /** Blocks that have lost all their replicas. */
  public int lostBlocks() {
    return lost;
  }

  private void closed(SimulatedFile file) {
    for (int block = 0; block < file.blocks(); block++) {
      copies.add(new Block(file, block));
    }
    copies.copyMore();
  }

  /**
   * A node has failed.
   *
   * @param affected blocks that had a replica there
   */
  public void lose(int node, List<Block> affected) {
    copies.lose(node);
    for (Block block : affected) {
      lost += block.replicas().length == 0 ? 1 : 0;
    }
    affected.forEach(block -> replicasAway.merge(block, 1, Integer::sum));
    int timer =
        simulation.after(
            delaySeconds,
            () -> {
              endAway(node);
              affected.forEach(copies::add);
              copies.copyMore();
            });
    away.put(node, new Away(timer, affected));
    copies.copyMore();
  }

  /** A node is dead, or there again: its replicas are away no longer. */
  private void endAway(int node) {
    for (Block block : away.remove(node).blocks()) {
      replicasAway.computeIfPresent(block, (key, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Waits no longer until a node is dead. */
  private void cancel(int node) {
    simulation.cancel(away.get(node).timer());
    endAway(node);
  }

  /**
   * A node that had failed is there again.
   *
   * @param again blocks that have their replica there
   */
  public void back(int node, List<Block> again) {
    if (away.containsKey(node)) {
      cancel(node);
    }
    for (Block block : again) {
      lost -= block.replicas().length == 1 ? 1 : 0;
    }
    again.forEach(this::removeExcess);
    withoutRoom.addAll(again);
    // Also those that others have that are away: they may have waited for this node.
    copies.back(withoutRoom.stream().filter(Block::lacksReplicas).toList());
    withoutRoom.clear();
    copies.copyMore();
  }

  /** Ends all copies, and makes no more. */
  public void stop() {
    copies.stop();
    List.copyOf(away.keySet()).forEach(this::cancel);
  }

  @Override
  public boolean lacksReplicas(Block block) {
    return block.lacksReplicas()
        && block.replicas().length + replicasAway.getOrDefault(block, 0)
            < block.file().replication();
  }

  @Override
  public void hasNoRoom(Block block) {
    withoutRoom.add(block);
  }

  @Override
  public void satisfied(Block block) {
    removeExcess(block);
  }

  private void removeExcess(Block block) {
    while (block.hasTooManyReplicas()) {
      int device = files.excess(block);
      if (device == FileSystem.NOWHERE) {
        return;
      }
      files.remove(block, device);
    }
  }

  @Override
  public int place(Block block) {
    return files.placeReplica(block);
  }
}
