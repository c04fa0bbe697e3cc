// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.hdfs.FileSystem;
import org.athanor.simulator.kernel.Simulation;

/** What jobs run on. */
record Platform(
    Simulation simulation, Cluster cluster, FileSystem files, MapReduceSettings settings) {
  private static final double NANOS = 1e9;

  static long nanos(double seconds) {
    return Math.round(seconds * NANOS);
  }
}
