// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/**
 * An attempt to run a task. Times are in seconds since the beginning of the simulation.
 *
 * @param job its name
 * @param reduce whether the task is a reduce
 * @param task its number among the maps or reduces of the job, from 0
 * @param node where it ran
 * @param start when it got its slot
 * @param end when it gave it back
 * @param locality of a map; {@link Locality#ANY} for a reduce
 * @param outcome how it ended
 */
public record AttemptRecord(
    String job,
    boolean reduce,
    int task,
    int node,
    double start,
    double end,
    Locality locality,
    Outcome outcome) {

  /** How an attempt ended. */
  public enum Outcome {
    /** Its work was done. */
    DONE,
    /** Its node failed, or what it had written was lost. */
    LOST,
    /** It gave way to a map, or its job failed. */
    KILLED
  }
}
