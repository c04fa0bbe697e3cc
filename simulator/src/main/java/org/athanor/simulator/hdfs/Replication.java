// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;
import org.athanor.simulator.kernel.Simulation;

/**
 * Makes new replicas of blocks that have lost some. A block of a node that failed waits until the
 * NameNode takes the node for dead; a block that was written to fewer nodes than it should does not
 * wait. Then a node that has it sends it to a new one; a node sends a few at once.
 */
public final class Replication {
  /** A replica on its way. */
  private static final class Copy {
    private final Block block;
    private final int from;
    private final int to;
    private int flow;

    Copy(Block block, int from, int to) {
      this.block = block;
      this.from = from;
      this.to = to;
    }
  }

  private final Simulation simulation;
  private final Cluster cluster;
  private final FileSystem files;
  private final double delaySeconds;
  private final int streams;
  private final WaitingBlocks waiting;
  private final Set<Integer> timers = new LinkedHashSet<>();
  private final Set<Copy> copies = new LinkedHashSet<>();

  /** Blocks that are copied now: each once at a time. */
  private final Set<Block> inCopies = new HashSet<>();

  private final int[] sending;
  private int living;
  private int lost;
  private double bytes;

  /**
   * Begins to keep blocks replicated; from now on the file system remembers files that are closed.
   *
   * @param delaySeconds until a node that failed is taken for dead, from 0
   * @param streams that a node sends at once, from 1
   */
  public Replication(
      Simulation simulation, Cluster cluster, FileSystem files, double delaySeconds, int streams) {
    this.simulation = simulation;
    this.cluster = cluster;
    this.files = files;
    this.delaySeconds = delaySeconds;
    this.streams = streams;
    sending = new int[cluster.nodes()];
    waiting = new WaitingBlocks(node -> sending[node] < streams);
    living = cluster.nodes();
    files.onClose(this::closed);
  }

  /** Bytes of new replicas that were made. */
  public double bytes() {
    return bytes;
  }

  /** Blocks that have lost all their replicas. */
  public int lostBlocks() {
    return lost;
  }

  private void closed(SimulatedFile file) {
    for (int block = 0; block < file.blocks(); block++) {
      waiting.add(new Block(file, block));
    }
    copyMore();
  }

  /**
   * A node has failed.
   *
   * @param affected blocks that had a replica there
   */
  public void lose(int node, List<Block> affected) {
    living--;
    waiting.lose(node);
    for (Copy copy : List.copyOf(copies)) {
      if (cluster.nodeOf(copy.from) == node || cluster.nodeOf(copy.to) == node) {
        giveUp(copy);
        waiting.add(copy.block);
      }
    }
    for (Block block : affected) {
      lost += block.replicas().length == 0 ? 1 : 0;
    }
    int[] timer = new int[1];
    timer[0] =
        simulation.after(
            delaySeconds,
            () -> {
              timers.remove(timer[0]);
              affected.forEach(waiting::add);
              copyMore();
            });
    timers.add(timer[0]);
    copyMore();
  }

  /** Ends all copies, and makes no more. */
  public void stop() {
    List.copyOf(copies).forEach(this::giveUp);
    waiting.clear();
    timers.forEach(simulation::cancel);
    timers.clear();
  }

  private void giveUp(Copy copy) {
    simulation.flows().stop(copy.flow);
    files.abandon(copy.block, copy.to);
    remove(copy);
  }

  private void remove(Copy copy) {
    copies.remove(copy);
    inCopies.remove(copy.block);
    int from = cluster.nodeOf(copy.from);
    sending[from]--;
    waiting.ready(from);
  }

  private void copyMore() {
    int free = living * streams - copies.size();
    while (free > 0) {
      Optional<WaitingBlocks.Entry> next = waiting.poll();
      if (next.isEmpty()) {
        return;
      }
      Block block = next.get().block();
      if (!block.lacksReplicas() || inCopies.contains(block)) {
        continue;
      }
      int from = source(block);
      if (from == FileSystem.NOWHERE) {
        waiting.await(next.get(), Arrays.stream(block.replicas()).map(cluster::nodeOf).toArray());
        continue;
      }
      int to = files.placeReplica(block);
      // Without room, the block stays as it is.
      if (to != FileSystem.NOWHERE) {
        copy(new Copy(block, from, to));
        free--;
      }
    }
  }

  /** The device whose node sends least now; {@link FileSystem#NOWHERE} if all send enough. */
  private int source(Block block) {
    int found = FileSystem.NOWHERE;
    int least = streams;
    for (int device : block.replicas()) {
      int sends = sending[cluster.nodeOf(device)];
      if (sends < least) {
        least = sends;
        found = device;
      }
    }
    return found;
  }

  private void copy(Copy copy) {
    Route.Builder route = new Route.Builder();
    long size = copy.block.bytes();
    int from = cluster.nodeOf(copy.from);
    cluster.addRead(route, copy.from, size);
    cluster.addTransfer(route, from, cluster.nodeOf(copy.to), size);
    cluster.addWrite(route, copy.to, size);
    sending[from]++;
    copies.add(copy);
    inCopies.add(copy.block);
    copy.flow = simulation.flows().start(route.build(), 1, FlowNetwork.AT_ONCE, () -> copied(copy));
  }

  private void copied(Copy copy) {
    remove(copy);
    files.replicated(copy.block, copy.to);
    bytes += copy.block.bytes();
    // It may lack more than one.
    waiting.add(copy.block);
    copyMore();
  }
}
