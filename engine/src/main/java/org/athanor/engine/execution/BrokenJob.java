// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

/**
 * Ends what runs of a job that has broken down, by steps that can be repeated until they succeed.
 * Guarded by the job's lock.
 */
final class BrokenJob {
  private final JobEnvironment job;
  private final JobWorkers workers;
  private final CommitterCalls calls;
  private long stoppingNanos; // by the clock, when the operations were told to stop; 0 before
  private boolean ending; // the operation that ends the job was submitted

  BrokenJob(JobEnvironment job, JobWorkers workers, CommitterCalls calls) {
    this.job = job;
    this.workers = workers;
    this.calls = calls;
  }

  /**
   * Stops all operations of the job, abandons those that go on, and returns whether there are none
   * any more. Once the operation that ends the job was submitted, this only waits for it.
   *
   * @param now nanoseconds by the clock
   */
  boolean hasStopped(long now) {
    if (!ending) {
      stopAll(now);
    }
    boolean idle = job.isIdle() && workers.areClosed();
    if (idle) {
      calls.forgetAll();
    }
    return idle;
  }

  private void stopAll(long now) {
    if (stoppingNanos == 0) {
      stoppingNanos = now | 1;
    }
    workers.stopAll();
    workers.stopMerges();
    job.worker().stopAll(job.share());
    if (!job.isIdle() && now - stoppingNanos > JobExecution.GRACE_NANOS) {
      workers.cutOffAll();
      workers.abandonMerges();
      job.worker().abandonAll(job.share());
    }
  }

  /** The operation that ends the job was submitted. If it fails, it is submitted again. */
  void beginEnd() {
    ending = true;
  }
}
