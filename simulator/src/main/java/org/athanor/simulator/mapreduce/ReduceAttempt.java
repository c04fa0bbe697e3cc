// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.hdfs.FileSystem;

/**
 * A reduce: copies its part of each map's output, while maps run; then reads what did not stay in
 * memory, computes, and writes its output to HDFS, all at once, block by block.
 */
final class ReduceAttempt extends Attempt {
  private final Copying copying;
  private boolean copies;

  ReduceAttempt(JobRun job, int reduce, int node) {
    super(job, reduce, node);
    copying = job.settings().exactShuffle() ? new CopyingFromNodes(this) : new CopyingFromAll(this);
  }

  int reduce() {
    return task();
  }

  /** A map has ended on a node. */
  void mapDone(int node) {
    if (copies) {
      copying.mapDone(node);
    }
  }

  /** The outputs of maps on a node are about to be lost. */
  void loseOutputs(int node) {
    copying.lose(node);
  }

  /** Whether it has not copied the output of a map that is lost. */
  boolean needs(int map) {
    return copying.needs(map);
  }

  /** Goes on after outputs were lost. */
  void goOn() {
    if (copies) {
      copying.goOn();
    }
  }

  @Override
  boolean isReduce() {
    return true;
  }

  @Override
  Locality locality() {
    return Locality.ANY;
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

  private double bytes() {
    return (double) job().spec().shuffleBytes() / job().reduces();
  }

  /** Whether what is copied goes to a local device. */
  boolean spills() {
    return bytes() > job().settings().mergeBytes();
  }

  /** All is copied. */
  void copied() {
    copies = false;
    nextPart();
  }

  @Override
  void nextPart() {
    double input = bytes() / output().parts();
    Step step = step().computes(input * job().spec().reduceCyclesPerByte());
    workAndWrite(spills() ? step.readsLocally(input) : step);
  }

  @Override
  int findSource() {
    return FileSystem.NOWHERE;
  }

  @Override
  void done() {
    job().reduceDone(this);
  }
}
