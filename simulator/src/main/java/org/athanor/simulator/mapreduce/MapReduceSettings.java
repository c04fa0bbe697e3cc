// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/**
 * How Hadoop runs jobs.
 *
 * @param blockBytes of files that jobs write, from 1
 * @param replication of these, from 1
 * @param jobStartSeconds from a job's submission until its first task can start, from 0
 * @param jobEndSeconds from the end of a job's last task until it has ended, from 0
 * @param taskStartSeconds from a free slot to a task's first record, without what follows; from 0
 * @param taskStartCoreSeconds what the start of a task's JVM computes, from 0
 * @param slowstart the part of maps that are done before reduces start, 0 to 1
 * @param parallelCopies how many nodes a reduce copies from at once, from 1
 * @param sortBytes the output of a map that needs no second pass over its disk, from 0
 * @param mergeBytes the input of a reduce that it keeps in memory, from 0
 * @param rackWaitSeconds how long a job with a free slot waits for one on a node with its input,
 *     before it takes one in such a rack; from 0
 * @param anyWaitSeconds how long it waits then, before it takes any; from 0
 * @param readsMapOutput whether the devices of maps are read in the shuffle; otherwise their output
 *     is still in the page cache
 * @param exactShuffle whether each copy from node to node is a flow of its own; otherwise a reduce
 *     copies from all nodes as if from one
 */
public record MapReduceSettings(
    long blockBytes,
    int replication,
    double jobStartSeconds,
    double jobEndSeconds,
    double taskStartSeconds,
    double taskStartCoreSeconds,
    double slowstart,
    int parallelCopies,
    long sortBytes,
    long mergeBytes,
    double rackWaitSeconds,
    double anyWaitSeconds,
    boolean readsMapOutput,
    boolean exactShuffle) {

  public MapReduceSettings {
    atLeast(1, "blockBytes", blockBytes);
    atLeast(1, "replication", replication);
    atLeast(0, "jobStartSeconds", jobStartSeconds);
    atLeast(0, "jobEndSeconds", jobEndSeconds);
    atLeast(0, "taskStartSeconds", taskStartSeconds);
    atLeast(0, "taskStartCoreSeconds", taskStartCoreSeconds);
    atLeast(0, "slowstart", slowstart);
    atLeast(1, "parallelCopies", parallelCopies);
    atLeast(0, "sortBytes", sortBytes);
    atLeast(0, "mergeBytes", mergeBytes);
    atLeast(0, "rackWaitSeconds", rackWaitSeconds);
    atLeast(0, "anyWaitSeconds", anyWaitSeconds);
    if (slowstart > 1) {
      throw new IllegalArgumentException("slowstart=" + slowstart + ": must be from 0 to 1");
    }
  }

  private static void atLeast(double least, String what, double value) {
    if (!(value >= least) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          what + "=" + value + ": must be from " + (long) least + " and finite");
    }
  }
}
