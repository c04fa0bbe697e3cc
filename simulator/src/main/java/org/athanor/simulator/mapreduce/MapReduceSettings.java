// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/**
 * How jobs are run.
 *
 * @param framework that runs them
 * @param output what they write to HDFS
 * @param start how long what must start takes
 * @param assignment how tasks get their slots
 * @param shuffle how the output of maps gets to reduces
 */
public record MapReduceSettings(
    Framework framework, Output output, Start start, Assignment assignment, Shuffle shuffle) {

  /**
   * What jobs write to HDFS.
   *
   * @param blockBytes of the files, from 1
   * @param replication of these, from 1
   */
  public record Output(long blockBytes, int replication) {
    public Output {
      atLeast(1, "blockBytes", blockBytes);
      atLeast(1, "replication", replication);
    }
  }

  /**
   * How long what must start takes.
   *
   * @param jobSeconds from a job's submission until its first task can start, from 0
   * @param jobEndSeconds from the end of a job's last task until it has ended, from 0
   * @param processSeconds from a free slot to the first record in a new process, without what
   *     follows; from 0
   * @param processCoreSeconds what the start of a process computes, from 0
   * @param processCores how many cores it uses at most, from 1: compilers and collectors of a
   *     starting JVM use others beside the one of its task
   */
  public record Start(
      double jobSeconds,
      double jobEndSeconds,
      double processSeconds,
      double processCoreSeconds,
      double processCores) {
    public Start {
      atLeast(0, "jobSeconds", jobSeconds);
      atLeast(0, "jobEndSeconds", jobEndSeconds);
      atLeast(0, "processSeconds", processSeconds);
      atLeast(0, "processCoreSeconds", processCoreSeconds);
      atLeast(1, "processCores", processCores);
    }
  }

  /**
   * How tasks get their slots.
   *
   * @param rackWaitSeconds how long a job that has refused a slot waits for one on a node with its
   *     input, before it takes one in such a rack; from 0
   * @param anyWaitSeconds how long it waits then, before it takes any; from 0
   * @param heartbeatSeconds between two heartbeats of a node, with which it gets tasks; 0 if it
   *     gets them at once
   * @param tasksPerHeartbeat that a node gets with a heartbeat at most, from 1
   */
  public record Assignment(
      double rackWaitSeconds,
      double anyWaitSeconds,
      double heartbeatSeconds,
      int tasksPerHeartbeat) {
    public Assignment {
      atLeast(0, "rackWaitSeconds", rackWaitSeconds);
      atLeast(0, "anyWaitSeconds", anyWaitSeconds);
      atLeast(0, "heartbeatSeconds", heartbeatSeconds);
      atLeast(1, "tasksPerHeartbeat", tasksPerHeartbeat);
    }
  }

  /**
   * How the output of maps gets to reduces.
   *
   * @param slowstart the part of maps that are done before reduces start, 0 to 1; used by Hadoop
   * @param parallelCopies how many nodes a reduce copies from at once, from 1
   * @param sortBytes the output of a map that needs no second pass over its device, from 0
   * @param mergeBytes of the input of a reduce that stay in memory, from 0
   * @param nodeBytes of map output that the engine keeps in the memory of a node for a job, from 0
   * @param readsMapOutput whether copying reads the devices of maps; otherwise their output is
   *     still in the page cache
   * @param exact whether each copy from node to node is a flow of its own; otherwise a reduce
   *     copies from all nodes as if from one
   */
  public record Shuffle(
      double slowstart,
      int parallelCopies,
      long sortBytes,
      long mergeBytes,
      long nodeBytes,
      boolean readsMapOutput,
      boolean exact) {
    public Shuffle {
      atLeast(0, "slowstart", slowstart);
      atLeast(1, "parallelCopies", parallelCopies);
      atLeast(0, "sortBytes", sortBytes);
      atLeast(0, "mergeBytes", mergeBytes);
      atLeast(0, "nodeBytes", nodeBytes);
      if (slowstart > 1) {
        throw new IllegalArgumentException("slowstart=" + slowstart + ": must be from 0 to 1");
      }
      if (readsMapOutput && !exact) {
        throw new IllegalArgumentException(
            "readsMapOutput=true: needs an exact shuffle; others know no single maps' devices");
      }
    }
  }

  private static void atLeast(double least, String what, double value) {
    if (!(value >= least) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          what + "=" + value + ": must be from " + (long) least + " and finite");
    }
  }
}
