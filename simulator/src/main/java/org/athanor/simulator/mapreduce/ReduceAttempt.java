// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.Optional;
import org.athanor.simulator.hdfs.FileSystem;

/**
 * A reduce: gets its part of each map's output; then reads what did not stay in memory, computes,
 * and writes its output to HDFS, all at once, block by block.
 */
final class ReduceAttempt extends Attempt {
  private final Copying copying;
  private boolean copies;

  ReduceAttempt(JobRun job, int reduce, int node) {
    super(job, reduce, node);
    copying = job.shuffling().copying(this);
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
    return job().bytesOfMap() / job().reduces().count();
  }

  /** Bytes of its input. */
  double bytes() {
    return (double) job().spec().shuffleBytes() / job().reduces().count();
  }

  /** The part of its input that passes a local device, 0 to 1. */
  double spilled() {
    return job().shuffling().spilled(this);
  }

  /** All is copied. */
  void copied() {
    copies = false;
    workAndWrite();
  }

  @Override
  int piecesOfPart() {
    return 1;
  }

  @Override
  Optional<Step> piece(double middle, double size) {
    double input = size * bytes();
    return Optional.of(
        step()
            .computes(input * job().spec().reduceCyclesPerByte())
            .readsLocally(input * spilled()));
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
