// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import org.athanor.simulator.cluster.BlockService;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.NoRoomException;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;

/** An access from its begin to its end: one flow for each block. */
abstract class Transfer {
  private static final int NO_FLOW = -1;

  private final Access access;
  private final SimulatedFile file;
  private final Clients clients;
  private final double startSeconds;
  private int block;
  private int flow = NO_FLOW;

  Transfer(Access access, SimulatedFile file, Clients clients) {
    this.access = access;
    this.file = file;
    this.clients = clients;
    startSeconds = clients.seconds();
  }

  final Access access() {
    return access;
  }

  final SimulatedFile file() {
    return file;
  }

  /** The block that is read or written now. */
  final int block() {
    return block;
  }

  final Cluster cluster() {
    return clients.cluster();
  }

  final FileSystem files() {
    return clients.files();
  }

  final double startSeconds() {
    return startSeconds;
  }

  /** Chooses where to read or write the current block. */
  abstract void choose() throws BlockLostException;

  /** The devices whose nodes serve the current block, and how. */
  abstract int[] devices();

  abstract BlockService service();

  /** What all of the current block needs. */
  abstract Route.Builder route();

  /** Whether the current block is read from a node, or written to it. */
  abstract boolean uses(int node);

  /** Forgets what a node that has failed had of the file. */
  abstract void forget(int node) throws BlockLostException;

  /** Chooses again, after a node that it used has failed. */
  abstract void chooseAgain() throws BlockLostException;

  /** The current block has been read or written. */
  abstract void blockDone();

  /** It has ended; the file is complete. */
  abstract void done();

  /** Leaves nothing behind. */
  abstract void undo();

  /** Goes on with the current block, or ends. */
  final void next() {
    if (block == file.blocks()) {
      done();
      clients.ended(this, "");
      return;
    }
    try {
      choose();
      move(1);
    } catch (BlockLostException lost) {
      fail(lost.getMessage());
    } catch (NoRoomException full) {
      clients.full(this, full);
    }
  }

  private void move(double part) {
    for (int device : devices()) {
      cluster().loads().begins(cluster().nodeOf(device), service());
    }
    flow = clients.flows().start(route().build(), part, FlowNetwork.AT_ONCE, this::moved);
  }

  private void moved() {
    served();
    blockDone();
    block++;
    next();
  }

  /** A node has failed: goes on without it if that is possible. */
  final void lose(int node) {
    if (access.node() == node) {
      fail("its node has failed");
      return;
    }
    try {
      forget(node);
      if (flow != NO_FLOW && uses(node)) {
        double left = clients.flows().left(flow);
        stop();
        chooseAgain();
        move(left);
      }
    } catch (BlockLostException lost) {
      fail(lost.getMessage());
    }
  }

  private void stop() {
    if (flow != NO_FLOW) {
      clients.flows().stop(flow);
      served();
    }
  }

  private void served() {
    flow = NO_FLOW;
    for (int device : devices()) {
      cluster().loads().ends(cluster().nodeOf(device), service());
    }
  }

  final void fail(String why) {
    stop();
    undo();
    clients.ended(this, why);
  }

  /** No replica of a block is left. */
  static final class BlockLostException extends Exception {
    private static final long serialVersionUID = 1;

    BlockLostException(int block) {
      super("all replicas of block " + block + " are lost");
    }
  }
}
