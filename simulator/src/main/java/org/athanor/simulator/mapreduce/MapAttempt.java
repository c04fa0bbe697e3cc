// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.Optional;
import org.athanor.simulator.hdfs.FileSystem;

/**
 * A map: reads its split, computes and writes, all at once, at the pace of what is slowest. A split
 * of several blocks is read block by block. Output for reduces goes where the framework shuffles
 * it; output of a job without reduces goes to HDFS, block by block.
 */
final class MapAttempt extends Attempt {
  private final Locality locality;

  /** Pieces of the split that are done, of a job with reduces. */
  private int done;

  /** Where in the split the piece is that is read, 0 to 1. */
  private double position;

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

  private int pieces() {
    return job().splits().blocksOfEach();
  }

  @Override
  void begin() {
    if (job().hasReduces()) {
      mapForReduces();
    } else {
      workAndWrite();
    }
  }

  private void mapForReduces() {
    double size = 1.0 / pieces();
    Optional<Step> piece = piece((done + 0.5) * size, size);
    if (piece.isPresent()) {
      job().shuffling().emit(piece.get(), job().bytesOfMap() * size);
      work(piece.get(), this::pieceDone);
    }
  }

  private void pieceDone() {
    done++;
    double bytes = job().bytesOfMap();
    if (done < pieces()) {
      mapForReduces();
    } else if (job().shuffling().mergesAtMap(bytes)) {
      work(step().readsLocally(bytes).writesLocally(bytes), this::done);
    } else {
      done();
    }
  }

  @Override
  int piecesOfPart() {
    return (pieces() + output().parts() - 1) / output().parts();
  }

  @Override
  Optional<Step> piece(double middle, double size) {
    position = middle;
    Step step = step();
    double bytes = size * job().splits().bytes(task());
    if (bytes > 0) {
      int source = findSource();
      if (source == FileSystem.NOWHERE) {
        job().inputLost(task());
        return Optional.empty();
      }
      step.reads(source, bytes);
    }
    return Optional.of(step.computes(size * job().cyclesOfMap(task())));
  }

  @Override
  int findSource() {
    return job().splits().source(task(), position, node());
  }

  @Override
  void done() {
    job().mapDone(this);
  }
}
