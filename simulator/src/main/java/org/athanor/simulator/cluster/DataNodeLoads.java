// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * The loads of DataNodes as the NameNode knows them: those that each told with its last heartbeat,
 * three seconds ago at most, so that clients that begin together do not know of each other. The
 * load is what HDFS counts: connections, also those that wait for a client's next request after a
 * read, and a thread for each pipeline. Intermediate data of tasks are no load of a DataNode.
 *
 * <p>All heartbeats are at multiples of three seconds. A client that reads its next block from the
 * same DataNode has two connections here, until the first is closed; in HDFS it has one.
 */
public final class DataNodeLoads {
  /** HDFS's {@code dfs.heartbeat.interval}. */
  private static final long HEARTBEAT_NANOS = 3_000_000_000L;

  /** HDFS's {@code dfs.datanode.socket.reuse.keepalive}. */
  private static final long KEEPALIVE_NANOS = 4_000_000_000L;

  private final LongSupplier now;
  private final Node[] nodes;

  /** The mean load, and the number of the heartbeat that told it. */
  private double mean;

  private long meanOf = -1;

  /** The nodes whose mean that is. */
  private int[] meanAmong = {};

  /** The state of a node since its last change. */
  private static final class Node {
    private int active;
    private int told;
    private long toldNanos = -1;

    /** When reads ended whose connections may still be open, in order. */
    private final Deque<Long> readsEnded = new ArrayDeque<>(0);

    /** Tells what has been so since the last change, unless it is told already. */
    private void tell(long nanos) {
      long heartbeat = nanos - nanos % HEARTBEAT_NANOS;
      if (heartbeat == toldNanos) {
        return;
      }
      toldNanos = heartbeat;
      while (!readsEnded.isEmpty() && readsEnded.peekFirst() <= heartbeat - KEEPALIVE_NANOS) {
        readsEnded.removeFirst();
      }
      told = active + readsEnded.size();
    }
  }

  /**
   * Creates the loads of idle DataNodes.
   *
   * @param now the simulated time in nanoseconds
   */
  DataNodeLoads(int nodes, LongSupplier now) {
    this.now = now;
    this.nodes = new Node[nodes];
    for (int node = 0; node < nodes; node++) {
      this.nodes[node] = new Node();
    }
  }

  /** A node begins to serve a transfer. */
  public void begins(int node, BlockService what) {
    Node one = nodes[node];
    one.tell(now.getAsLong());
    one.active += what.load();
  }

  /** A transfer that a node serves ends, in time or not. */
  public void ends(int node, BlockService what) {
    Node one = nodes[node];
    long nanos = now.getAsLong();
    one.tell(nanos);
    one.active -= what.load();
    if (what == BlockService.READ) {
      one.readsEnded.addLast(nanos);
    }
  }

  /**
   * The mean load that nodes told last, from 0. It changes with heartbeats only, so it is computed
   * once for each.
   *
   * @param all the nodes that store blocks and are there; another array if they are others
   */
  public double meanTold(int[] all) {
    long heartbeat = now.getAsLong() / HEARTBEAT_NANOS;
    if (heartbeat != meanOf || all != meanAmong) {
      meanOf = heartbeat;
      meanAmong = all;
      mean = Arrays.stream(all).map(this::told).average().orElse(0);
    }
    return mean;
  }

  /** The load that a node told last, from 0. */
  public int told(int node) {
    Node one = nodes[node];
    one.tell(now.getAsLong());
    return one.told;
  }
}
