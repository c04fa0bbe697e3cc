// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.athanor.engine.site.WorkerJob;

/**
 * Ends what runs of a job that has broken down, by steps that can be repeated until they succeed.
 * Guarded by the job's lock.
 */
final class BrokenJob {
  /**
   * How often everything is done to end the job properly. A class whose initialization once failed
   * for lack of memory stays unusable, so some step may never succeed.
   */
  private static final int PROPER_ENDINGS = 20;

  private final JobEnvironment job;
  private final WorkerJob work;
  private final CommitterCalls calls;
  private long stoppingNanos; // System.nanoTime() when the operations were told to stop, 0 before
  private int endings; // how often the operations that end the job were submitted

  BrokenJob(JobEnvironment job, WorkerJob work, CommitterCalls calls) {
    this.job = job;
    this.work = work;
    this.calls = calls;
  }

  /**
   * Stops all operations of the job, abandons those that go on, and returns whether there are none
   * any more. Once the operations that end the job are submitted, it only waits for them.
   *
   * @param now System.nanoTime()
   */
  boolean hasStopped(long now) {
    if (endings == 0) {
      stopAll(now);
    }
    boolean idle = job.isIdle();
    if (idle) {
      calls.forgetAll();
    }
    return idle;
  }

  private void stopAll(long now) {
    if (stoppingNanos == 0) {
      stoppingNanos = now | 1;
    }
    work.stopAll();
    work.stopMerges();
    job.worker().stopAll(job.share());
    if (!job.isIdle() && now - stoppingNanos > JobExecution.GRACE_NANOS) {
      work.cutOffAll();
      work.abandonMerges();
      job.worker().abandonAll(job.share());
    }
  }

  /** The operations that end the job have been submitted. If they fail, it is done again. */
  void beginEnd() {
    endings++;
  }

  /** Returns whether the job must end now, even if something of it is left behind. */
  boolean endsAnyhow() {
    return endings > PROPER_ENDINGS;
  }
}
