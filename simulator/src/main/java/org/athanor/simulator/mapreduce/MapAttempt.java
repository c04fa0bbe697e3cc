// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.hdfs.FileSystem;

/**
 * A map: reads its split, computes and writes, all at once, at the pace of what is slowest. Output
 * for reduces goes to a local device, and there once more if it needs several sorted runs; output
 * of a job without reduces goes to HDFS, block by block.
 */
final class MapAttempt extends Attempt {
  private final Locality locality;

  MapAttempt(JobRun job, int map, int node, Locality locality) {
    super(job, map, node);
    this.locality = locality;
  }

  @Override
  boolean isReduce() {
    return false;
  }

  @Override
  Locality locality() {
    return locality;
  }

  @Override
  void begin() {
    if (job().hasReduces()) {
      mapForReduces();
    } else {
      nextPart();
    }
  }

  private void mapForReduces() {
    Step step = step();
    if (addInput(step, 1)) {
      double bytes = job().bytesOfMap();
      boolean merges = bytes > job().settings().sortBytes();
      work(step.writesLocally(bytes), 0, merges ? this::merge : this::done);
    }
  }

  private void merge() {
    double bytes = job().bytesOfMap();
    work(step().readsLocally(bytes).writesLocally(bytes), 0, this::done);
  }

  @Override
  void nextPart() {
    Step step = step();
    if (addInput(step, 1.0 / output().parts())) {
      workAndWrite(step);
    }
  }

  /** Adds reading and computing of a part of the split; false if the split is lost. */
  private boolean addInput(Step step, double part) {
    double bytes = part * job().splits().bytes(task());
    if (bytes > 0) {
      int source = findSource();
      if (source == FileSystem.NOWHERE) {
        job().inputLost(task());
        return false;
      }
      step.reads(source, bytes);
    }
    step.computes(part * job().cyclesOfMap(task()));
    return true;
  }

  @Override
  int findSource() {
    return job().splits().source(task(), node());
  }

  @Override
  void done() {
    job().mapDone(this);
  }
}
