// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

/**
 * Ends what runs of a job that has broken down, by steps that can be repeated until they succeed.
 * Guarded by the job's lock.
 */
final class BrokenJob {
  private final JobEnvironment job;
  private final RunningAttempts attempts;
  private final RunMerges merges;
  private final CommitterCalls calls;
  private long stoppingNanos; // System.nanoTime() when the operations were told to stop, 0 before
  private boolean ending;

  BrokenJob(JobEnvironment job, RunningAttempts attempts, RunMerges merges, CommitterCalls calls) {
    this.job = job;
    this.attempts = attempts;
    this.merges = merges;
    this.calls = calls;
  }

  /**
   * Stops all operations of the job, abandons those that go on, and returns whether there are none
   * any more. Does nothing, and returns false, while the job is being ended.
   *
   * @param now System.nanoTime()
   */
  boolean hasStopped(long now) {
    if (ending) {
      return false;
    }
    if (stoppingNanos == 0) {
      stoppingNanos = now | 1;
    }
    attempts.stopAll();
    merges.stop();
    job.worker().stopAll(job.share());
    if (!job.isIdle() && now - stoppingNanos > JobExecution.GRACE_NANOS) {
      attempts.cutOffAll();
      merges.abandon();
      job.worker().abandonAll(job.share());
    }
    boolean idle = job.isIdle();
    if (idle) {
      calls.forgetAll();
    }
    return idle;
  }

  /** The operations that end the job have been submitted. */
  void beginEnd() {
    ending = true;
  }

  /** The operations that end the job are over. If they have failed, all is done again. */
  void endTried() {
    ending = false;
  }
}
