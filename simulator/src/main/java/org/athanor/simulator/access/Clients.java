// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.function.Consumer;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.Transfer;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.simulator.kernel.Route;
import org.athanor.simulator.kernel.Simulation;

/**
 * Clients of a simulated HDFS. A client reads each block from the replica that the file system
 * selects when it comes to that block, and writes each block to all its replicas at once, from node
 * to node. It computes nothing.
 */
public final class Clients {
  private final Simulation simulation;
  private final Cluster cluster;
  private final FileSystem files;
  private final Consumer<AccessRecord> ended;

  /**
   * Creates clients.
   *
   * @param ended gets each access that ends
   */
  public Clients(
      Simulation simulation, Cluster cluster, FileSystem files, Consumer<AccessRecord> ended) {
    this.simulation = simulation;
    this.cluster = cluster;
    this.files = files;
    this.ended = ended;
  }

  /** Plans an access for its time, which must not be over. */
  public void submit(Access access) {
    simulation.after(access.startSeconds() - simulation.seconds(), () -> begin(access));
  }

  private void begin(Access access) {
    if (access instanceof Access.Write write) {
      SimulatedFile file = files.begin(write.file());
      write(write, file, 0);
    } else {
      SimulatedFile file =
          files
              .file(access.path())
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "file "
                              + access.path()
                              + " is read at "
                              + access.startSeconds()
                              + " s: no such file then"));
      read(access, file, 0);
    }
  }

  private void read(Access access, SimulatedFile file, int block) {
    if (block == file.blocks()) {
      end(access, file);
      return;
    }
    int device = files.read(file, block, access.node());
    if (device == FileSystem.NOWHERE) {
      throw new IllegalStateException(
          "block " + block + " of " + file.path() + ": all its replicas are lost");
    }
    long bytes = file.bytesOf(block);
    Route.Builder route = new Route.Builder();
    cluster.addRead(route, device, bytes);
    cluster.addTransfer(route, cluster.nodeOf(device), access.node(), bytes);
    move(route, Transfer.READ, new int[] {device}, () -> read(access, file, block + 1));
  }

  private void write(Access.Write access, SimulatedFile file, int block) {
    if (block == file.blocks()) {
      end(access, file);
      return;
    }
    long bytes = file.bytesOf(block);
    Route.Builder route = new Route.Builder();
    int from = access.node();
    int[] devices = files.writeBlock(file, block, from);
    for (int device : devices) {
      int to = cluster.nodeOf(device);
      cluster.addTransfer(route, from, to, bytes);
      cluster.addWrite(route, device, bytes);
      from = to;
    }
    move(route, Transfer.WRITE, devices, () -> write(access, file, block + 1));
  }

  /** Moves a block from or to devices, whose nodes know of it. */
  private void move(Route.Builder route, Transfer what, int[] devices, Runnable then) {
    for (int device : devices) {
      cluster.loads().begins(cluster.nodeOf(device), what);
    }
    Runnable ended =
        () -> {
          for (int device : devices) {
            cluster.loads().ends(cluster.nodeOf(device), what);
          }
          then.run();
        };
    simulation.flows().start(route.build(), 1, Double.POSITIVE_INFINITY, ended);
  }

  private void end(Access access, SimulatedFile file) {
    ended.accept(new AccessRecord(access, file.bytes(), simulation.seconds()));
  }
}
