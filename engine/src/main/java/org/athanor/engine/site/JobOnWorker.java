// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.task.AttemptReport;

/**
 * One job on one Worker, as those see it who decide about the job: the Worker may be in this
 * process or in another one. It decides nothing; a {@link Listener} is told what happens.
 *
 * <p>Thread-safe. No method blocks. The listener is called without a lock of this object, so it may
 * hold a lock of its own when it calls this object, but not the other way round.
 */
public interface JobOnWorker {
  /** Is told what happens to attempts and merges, on any thread. */
  public interface Listener {
    /** A thread has begun the attempt. */
    void started(TaskAttemptID attempt);

    /** The attempt shows no sign of life, or its code has called for its end: it must fail. */
    void mustEnd(TaskAttemptID attempt, String reason);

    /** Returns whether the attempt may commit its output. */
    boolean mayCommit(TaskAttemptID attempt);

    /**
     * The attempt has ended well, and its output is committed. Its map output is kept apart until
     * {@link #publish}, {@link #discard} or {@link #close} is called.
     */
    void succeeded(TaskAttemptID attempt);

    /** The attempt has ended because its code, or the engine, failed. */
    void failed(TaskAttemptID attempt, Failure failure);

    /** The attempt has ended because it was told to stop. */
    void stopped(TaskAttemptID attempt);

    /**
     * The attempt's code goes on although it was told to stop, and was abandoned: its output must
     * be aborted by somebody else. It does not end by another call.
     */
    void abandoned(TaskAttemptID attempt);

    /**
     * The output of a map that ran on another Worker is complete where an assignment's partitions
     * are.
     */
    void delivered(int assignment, int map);

    /** A merge of map output has failed, so the job must; {@link #mergeEnded} follows. */
    void mergeFailed(Failure failure);

    /** A merge of map output has ended. */
    void mergeEnded();
  }

  /** Returns the Worker's container; empty if it has none. */
  Optional<ContainerPlace> container();

  /** Queues an attempt at a map, and returns how far it is. */
  AttemptReport launchMap(TaskAttemptID id, TaskSplitIndex split);

  /**
   * Queues an attempt at a reduce of a partition that was {@linkplain #assign assigned} to this
   * Worker, and whose map output is complete there. Returns how far the attempt is.
   *
   * @param maps the number of maps whose output it merges
   * @param mapOutputBytes of all partitions of the job
   */
  AttemptReport launchReduce(TaskAttemptID id, int maps, long mapOutputBytes);

  /**
   * Tells an attempt to stop.
   *
   * @return whether it had not begun: then it never will, and the listener is not told
   */
  boolean stop(TaskAttemptID id);

  /**
   * Has the Worker collect the map output of partitions: that of maps that run on it, and that
   * which other Workers push to it.
   *
   * @param assignment a number that no other assignment of the job has
   */
  void assign(int assignment, List<Integer> partitions);

  /** Takes partitions of an assignment back. */
  void withdraw(int assignment, List<Integer> partitions);

  /**
   * An attempt at a map counts: reduces read its output, and that of no other attempt at the map.
   * All Workers of the job are told.
   */
  void publish(TaskAttemptID map);

  /** Drops the output of a map's attempt that has succeeded on this Worker, but is not needed. */
  void discard(TaskAttemptID map);

  /**
   * Ends the job on this Worker: attempts that still run are stopped, and its memory and files are
   * given back. The listener is not told of anything that follows from this call.
   *
   * @param closed is run once nothing of the job runs there any more; on any thread
   */
  void close(Runnable closed);
}
