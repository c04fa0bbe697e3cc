// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.cluster.BlockService;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.kernel.Route;

/** What a task does at once, at the pace of what is slowest: reads, computes, writes. */
final class Step {
  private static final int[] NO_DEVICES = {};

  private final int node;
  private final int localDevice;
  private int source = FileSystem.NOWHERE;
  private double inputBytes;
  private double localReads;
  private double cycles;
  private double localWrites;
  private int[] targets = NO_DEVICES;
  private double outputBytes;
  private Pushing receivers;
  private double pushed;

  /**
   * Creates a step that does nothing.
   *
   * @param localDevice for intermediate data
   */
  Step(int node, int localDevice) {
    this.node = node;
    this.localDevice = localDevice;
  }

  /** Reads a block, or a part of it, from a device of any node. */
  Step reads(int device, double bytes) {
    source = device;
    inputBytes = bytes;
    return this;
  }

  Step readsLocally(double bytes) {
    localReads = bytes;
    return this;
  }

  Step computes(double many) {
    cycles = many;
    return this;
  }

  Step writesLocally(double bytes) {
    localWrites = bytes;
    return this;
  }

  /** Sends output to the nodes that will reduce it. */
  Step pushes(Pushing to, double bytes) {
    receivers = to;
    pushed = bytes;
    return this;
  }

  boolean pushes() {
    return receivers != null;
  }

  /** Writes a block, or a part of it, to devices, from each to the next. */
  Step writes(int[] devices, double bytes) {
    targets = devices;
    outputBytes = bytes;
    return this;
  }

  /** Bytes of the block that is read. */
  double inputBytes() {
    return inputBytes;
  }

  boolean readsFrom(int other, Cluster cluster) {
    return source != FileSystem.NOWHERE && cluster.nodeOf(source) == other;
  }

  boolean writesTo(int other, Cluster cluster) {
    for (int target : targets) {
      if (cluster.nodeOf(target) == other) {
        return true;
      }
    }
    return false;
  }

  /** Bytes of the block that are written. */
  double outputBytes() {
    return outputBytes;
  }

  /** All that the step needs. */
  Route.Builder route(Cluster cluster) {
    Route.Builder route = new Route.Builder();
    if (source != FileSystem.NOWHERE) {
      cluster.addRead(route, source, inputBytes);
      cluster.addTransfer(route, cluster.nodeOf(source), node, inputBytes);
    }
    cluster.addRead(route, localDevice, localReads);
    cluster.addCycles(route, node, cycles);
    cluster.addWrite(route, localDevice, localWrites);
    if (receivers != null) {
      receivers.add(route, node, localDevice, pushed);
    }
    int from = node;
    for (int device : targets) {
      int to = cluster.nodeOf(device);
      cluster.addTransfer(route, from, to, outputBytes);
      cluster.addWrite(route, device, outputBytes);
      from = to;
    }
    return route;
  }

  /** DataNodes begin to serve it. */
  void begins(Cluster cluster) {
    if (source != FileSystem.NOWHERE) {
      cluster.loads().begins(cluster.nodeOf(source), BlockService.READ);
    }
    for (int device : targets) {
      cluster.loads().begins(cluster.nodeOf(device), BlockService.WRITE);
    }
  }

  /** DataNodes no longer serve it. */
  void ends(Cluster cluster) {
    if (source != FileSystem.NOWHERE) {
      cluster.loads().ends(cluster.nodeOf(source), BlockService.READ);
    }
    for (int device : targets) {
      cluster.loads().ends(cluster.nodeOf(device), BlockService.WRITE);
    }
  }

  /** Seconds that one core takes for what is computed. */
  double coreSeconds(Cluster cluster) {
    return cycles / cluster.node(node).cyclesPerSecond();
  }
}
