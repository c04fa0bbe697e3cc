// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import org.athanor.engine.site.WorkerJob;

/**
 * Ends what runs of a job that has broken down, by steps that can be repeated until they succeed.
 * Guarded by the job's lock.
 */
final class BrokenJob {
  private final JobEnvironment job;
  private final WorkerJob work;
  private final CommitterCalls calls;
  private long stoppingNanos; // System.nanoTime() when the operations were told to stop, 0 before
  private boolean ending; // the operation that ends the job was submitted

  BrokenJob(JobEnvironment job, WorkerJob work, CommitterCalls calls) {
    this.job = job;
    this.work = work;
    this.calls = calls;
  }

  /**
   * Stops all operations of the job, abandons those that go on, and returns whether there are none
   * any more. Once the operation that ends the job was submitted, this only waits for it.
   *
   * @param now System.nanoTime()
   */
  boolean hasStopped(long now) {
    if (!ending) {
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

  /** The operation that ends the job was submitted. If it fails, it is submitted again. */
  void beginEnd() {
    ending = true;
  }
}
