// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.simulator.cluster.BlockService;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;
import org.athanor.simulator.kernel.Simulation;

/**
 * Copies blocks from nodes that have them to others: each block once at a time, from the node that
 * sends least, and a few from a node at once. Blocks that nobody can send now wait.
 */
final class BlockCopies {
  /** What blocks need. */
  interface Demand {
    /** A block stays as it is, because no device has room for it. */
    default void hasNoRoom(Block block) {
      // It is looked at again when something else happens to it.
    }

    /** Whether a block that has a replica needs one more. */
    boolean lacksReplicas(Block block);

    /**
     * Finds a device for one more replica of a block, and takes its room; {@link
     * FileSystem#NOWHERE} if there is none, and the block stays as it is.
     */
    int place(Block block);

    /** A block needs no more replicas. */
    default void satisfied(Block block) {
      // Nothing is left to do.
    }
  }

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
  private final int streams;
  private final Demand demand;
  private final WaitingBlocks waiting;
  private final Set<Copy> copies = new LinkedHashSet<>();
  private final Set<Block> inCopies = new HashSet<>();
  private final int[] sending;
  private int living;
  private double bytes;

  /**
   * Copies nothing yet.
   *
   * @param streams that a node sends at once, from 1
   */
  BlockCopies(
      Simulation simulation, Cluster cluster, FileSystem files, int streams, Demand demand) {
    this.simulation = simulation;
    this.cluster = cluster;
    this.files = files;
    this.streams = streams;
    this.demand = demand;
    sending = new int[cluster.nodes()];
    waiting = new WaitingBlocks(node -> sending[node] < streams);
    living = cluster.nodes();
  }

  /** Bytes of replicas that were made. */
  double bytes() {
    return bytes;
  }

  /** Copies that are being made. */
  int running() {
    return copies.size();
  }

  /** Looks at a block with the next {@link #copyMore}. */
  void add(Block block) {
    waiting.add(block);
  }

  /** A node has failed. */
  void lose(int node) {
    living--;
    waiting.lose(node);
    for (Copy copy : List.copyOf(copies)) {
      if (cluster.nodeOf(copy.from) == node || cluster.nodeOf(copy.to) == node) {
        giveUp(copy);
        waiting.add(copy.block);
      }
    }
  }

  /**
   * A node that had failed is there again.
   *
   * @param blocks that have a replica there, and may lack others
   */
  void back(List<Block> blocks) {
    living++;
    blocks.forEach(waiting::addAgain);
  }

  /** Ends all copies, and makes no more of the blocks that wait. */
  void stop() {
    List.copyOf(copies).forEach(this::giveUp);
    waiting.clear();
  }

  private void giveUp(Copy copy) {
    simulation.flows().stop(copy.flow);
    files.abandon(copy.block, copy.to);
    remove(copy);
  }

  private void remove(Copy copy) {
    copies.remove(copy);
    inCopies.remove(copy.block);
    cluster.loads().ends(cluster.nodeOf(copy.to), BlockService.COPY);
    int from = cluster.nodeOf(copy.from);
    sending[from]--;
    waiting.ready(from);
  }

  /** Begins all copies that can be made now. */
  void copyMore() {
    int free = living * streams - copies.size();
    while (free > 0) {
      Optional<WaitingBlocks.Entry> next = waiting.poll();
      if (next.isEmpty()) {
        return;
      }
      Block block = next.get().block();
      if (inCopies.contains(block)) {
        continue;
      }
      if (!demand.lacksReplicas(block)) {
        demand.satisfied(block);
        continue;
      }
      int from = source(block);
      if (from == FileSystem.NOWHERE) {
        waiting.await(next.get(), Arrays.stream(block.replicas()).map(cluster::nodeOf).toArray());
        continue;
      }
      int to = demand.place(block);
      if (to == FileSystem.NOWHERE) {
        demand.hasNoRoom(block);
      } else {
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
    cluster.loads().begins(cluster.nodeOf(copy.to), BlockService.COPY);
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
