// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.kernel.Route;

/**
 * A reduce: copies its part of each map's output, while maps run; then reads what did not stay in
 * memory, computes, and writes its output to HDFS, all at once, block by block.
 */
final class ReduceAttempt extends Attempt {
  private final int reduce;
  private final int localDevice;
  private final Copying copying;
  private boolean copies;

  ReduceAttempt(JobRun job, int reduce, int node) {
    super(job, node);
    this.reduce = reduce;
    localDevice = job.cluster().localDevice(node, reduce);
    copying = job.settings().exactShuffle() ? new CopyingFromNodes(this) : new CopyingFromAll(this);
  }

  int reduce() {
    return reduce;
  }

  int localDevice() {
    return localDevice;
  }

  /** A map has ended on a node. */
  void mapDone(int node) {
    if (copies) {
      copying.mapDone(node);
    }
  }

  @Override
  boolean isReduce() {
    return true;
  }

  @Override
  void begin() {
    copies = true;
    copying.begin();
  }

  @Override
  void kill() {
    super.kill();
    copying.stop();
  }

  /** Bytes that this reduce copies from one map. */
  double bytesOfMap() {
    return job().bytesOfMap() / job().reduces();
  }

  /** Whether what is copied goes to a local device. */
  boolean spills() {
    return (double) job().spec().shuffleBytes() / job().reduces() > job().settings().mergeBytes();
  }

  /** All is copied. */
  void copied() {
    copies = false;
    reducePart(0);
  }

  private void reducePart(int part) {
    OutputParts parts = job().outputOfReduce();
    Route.Builder route = new Route.Builder();
    double share = 1.0 / parts.count();
    double input = (double) job().spec().shuffleBytes() / job().reduces();
    if (spills()) {
      job().cluster().addRead(route, localDevice, share * input);
    }
    double cycles = share * input * job().spec().reduceCyclesPerByte();
    double seconds = job().cluster().addCycles(route, node(), cycles);
    if (parts.bytes(part) > 0) {
      addOutput(route, parts.bytes(part));
    }
    boolean isLast = part + 1 == parts.count();
    work(route, seconds, isLast ? () -> job().reduceDone(this) : () -> reducePart(part + 1));
  }
}
