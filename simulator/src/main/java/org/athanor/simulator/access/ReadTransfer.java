// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import org.athanor.simulator.cluster.BlockService;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.kernel.Route;

/** Reads each block from the replica that the file system selects when it comes to that block. */
final class ReadTransfer extends Transfer {
  private final ReadBytes read;
  private int device;

  /**
   * @param read counts what is read
   */
  ReadTransfer(Access access, SimulatedFile file, Clients clients, ReadBytes read) {
    super(access, file, clients);
    this.read = read;
  }

  @Override
  void choose() throws BlockLostException {
    device = files().read(file(), block(), access().node());
    if (device == FileSystem.NOWHERE) {
      throw new BlockLostException(block());
    }
  }

  @Override
  int[] devices() {
    return new int[] {device};
  }

  @Override
  BlockService service() {
    return BlockService.READ;
  }

  @Override
  Route.Builder route() {
    long bytes = file().bytesOf(block());
    Route.Builder route = new Route.Builder();
    cluster().addRead(route, device, bytes);
    cluster().addTransfer(route, cluster().nodeOf(device), access().node(), bytes);
    return route;
  }

  @Override
  boolean uses(int node) {
    return cluster().nodeOf(device) == node;
  }

  /** The file system has forgotten it. */
  @Override
  void forget(int node) {}

  @Override
  void chooseAgain() throws BlockLostException {
    choose();
  }

  @Override
  void blockDone() {
    read.add(cluster().device(device).type(), file().bytesOf(block()));
  }

  @Override
  void done() {}

  @Override
  void undo() {}
}
