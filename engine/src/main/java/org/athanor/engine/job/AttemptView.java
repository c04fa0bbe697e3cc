// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * A snapshot of one attempt at a task. Times and progress as in {@link JobView}.
 *
 * @param status the text that the task has set, empty if none
 * @param shuffleFinishTime for a reduce: when all map output was available; 0 for a map
 * @param sortFinishTime for a map: the end of the map phase; for a reduce: when reducing began; 0
 *     if that has not happened
 * @param counters must not be changed
 * @param diagnostics descriptions of failures, each of one or more lines; empty if there are none
 * @param place where it runs, or has run; empty if that is not known
 * @param worker the number of the Worker that runs or ran it; {@link #UNKNOWN} if that is not known
 */
public record AttemptView(
    TaskAttemptID id,
    TaskStatus.State state,
    TaskStatus.Phase phase,
    float progress,
    String status,
    long startTime,
    long shuffleFinishTime,
    long sortFinishTime,
    long finishTime,
    Counters counters,
    List<String> diagnostics,
    Optional<ContainerPlace> place,
    int worker) {
  /** The number of a Worker that is not known. */
  public static final int UNKNOWN = -1;

  /** An attempt whose Worker is not known. */
  public AttemptView(
      TaskAttemptID id,
      TaskStatus.State state,
      TaskStatus.Phase phase,
      float progress,
      String status,
      long startTime,
      long shuffleFinishTime,
      long sortFinishTime,
      long finishTime,
      Counters counters,
      List<String> diagnostics,
      Optional<ContainerPlace> place) {
    this(
        id,
        state,
        phase,
        progress,
        status,
        startTime,
        shuffleFinishTime,
        sortFinishTime,
        finishTime,
        counters,
        diagnostics,
        place,
        UNKNOWN);
  }

  /** Returns whether the attempt occupies a thread: it has begun and not ended. */
  public boolean isRunning() {
    return state == TaskStatus.State.RUNNING || state == TaskStatus.State.COMMIT_PENDING;
  }
}
