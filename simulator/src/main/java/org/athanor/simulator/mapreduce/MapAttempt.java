// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.kernel.Route;

/**
 * A map: reads its split, computes and writes, all at once, at the pace of what is slowest. Output
 * for reduces goes to a local device, and there once more if it needs several sorted runs; output
 * of a job without reduces goes to HDFS, block by block.
 */
final class MapAttempt extends Attempt {
  private final int map;
  private final int localDevice;

  MapAttempt(JobRun job, int map, int node) {
    super(job, node);
    this.map = map;
    localDevice = job.cluster().localDevice(node, map);
  }

  int map() {
    return map;
  }

  @Override
  boolean isReduce() {
    return false;
  }

  @Override
  void begin() {
    if (job().hasReduces()) {
      mapForReduces();
    } else {
      mapToOutput(0);
    }
  }

  private void mapForReduces() {
    Route.Builder route = new Route.Builder();
    double bytes = job().bytesOfMap();
    double seconds = addInput(route, 1);
    job().cluster().addWrite(route, localDevice, bytes);
    boolean merges = bytes > job().settings().sortBytes();
    work(route, seconds, merges ? this::merge : this::end);
  }

  private void merge() {
    Route.Builder route = new Route.Builder();
    job().cluster().addRead(route, localDevice, job().bytesOfMap());
    job().cluster().addWrite(route, localDevice, job().bytesOfMap());
    work(route, 0, this::end);
  }

  private void mapToOutput(int part) {
    OutputParts parts = job().outputOfMap();
    Route.Builder route = new Route.Builder();
    double seconds = addInput(route, 1.0 / parts.count());
    if (parts.bytes(part) > 0) {
      addOutput(route, parts.bytes(part));
    }
    boolean isLast = part + 1 == parts.count();
    work(route, seconds, isLast ? this::end : () -> mapToOutput(part + 1));
  }

  /** Adds reading and computing of a part of the split; the seconds are those of one core. */
  private double addInput(Route.Builder route, double part) {
    double bytes = part * job().splits().bytes(map);
    if (bytes > 0) {
      int source = job().splits().source(map, node());
      if (source == FileSystem.NOWHERE) {
        throw new LostInputException(job().spec().name(), map);
      }
      job().cluster().addRead(route, source, bytes);
      job().cluster().addTransfer(route, job().cluster().nodeOf(source), node(), bytes);
    }
    return job().cluster().addCycles(route, node(), part * job().cyclesOfMap(map));
  }

  private void end() {
    job().mapDone(this);
  }
}
