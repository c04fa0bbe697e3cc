// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.Arrays;
import org.athanor.simulator.cluster.BlockService;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.kernel.Route;

/** Writes each block to all its replicas at once, from node to node. */
final class WriteTransfer extends Transfer {
  private int[] devices = {};

  WriteTransfer(Access.Write access, SimulatedFile file, Clients clients) {
    super(access, file, clients);
  }

  @Override
  void choose() {
    devices = files().writeBlock(file(), block(), access().node());
  }

  @Override
  int[] devices() {
    return devices;
  }

  @Override
  BlockService service() {
    return BlockService.WRITE;
  }

  @Override
  Route.Builder route() {
    long bytes = file().bytesOf(block());
    Route.Builder route = new Route.Builder();
    int from = access().node();
    for (int device : devices) {
      int to = cluster().nodeOf(device);
      cluster().addTransfer(route, from, to, bytes);
      cluster().addWrite(route, device, bytes);
      from = to;
    }
    return route;
  }

  @Override
  boolean uses(int node) {
    return Arrays.stream(devices).anyMatch(device -> cluster().nodeOf(device) == node);
  }

  @Override
  void forget(int node) throws BlockLostException {
    files().forget(file(), node);
    for (int begun = 0; begun <= Math.min(block(), file().blocks() - 1); begun++) {
      if (file().replicas(begun).length == 0) {
        throw new BlockLostException(begun);
      }
    }
  }

  /** Goes on with the replicas that are left. */
  @Override
  void chooseAgain() {
    devices = file().replicas(block());
  }

  @Override
  void blockDone() {}

  @Override
  void done() {
    files().publish(file());
  }

  @Override
  void undo() {
    files().discard(file());
  }
}
