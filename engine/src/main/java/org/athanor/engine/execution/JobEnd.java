// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Cleans up after a job and announces its end. Thread-safe. */
final class JobEnd {
  private final JobEnvironment job;
  private final CommitterCalls calls;
  private final JobExecution.EndListener listener;
  private final CountDownLatch ended = new CountDownLatch(1);

  JobEnd(JobEnvironment job, CommitterCalls calls, JobExecution.EndListener listener) {
    this.job = job;
    this.calls = calls;
    this.listener = listener;
  }

  /**
   * Removes everything of the job but its output; no operation of the job may use it any more.
   *
   * @return the content of the job's {@code job.xml}, which its history needs, and whose file is
   *     removed
   */
  Optional<byte[]> cleanUp() {
    Optional<byte[]> jobXml = job.description().jobXml();
    calls.close();
    job.description().journal().close();
    job.site().close();
    job.description().deleteSubmission();
    job.worker().renewThreads();
    return jobXml;
  }

  /**
   * Notifies the engine of the end, which clients can see by now, and then all that wait for it.
   */
  void announce(JobExecution execution, Optional<byte[]> jobXml) {
    try {
      listener.ended(execution, jobXml);
    } finally {
      ended.countDown();
    }
  }

  /** Waits until the end was announced. */
  void await() throws InterruptedException {
    ended.await();
  }

  /** Waits no longer than that; returns whether the job has ended. */
  boolean await(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }

  /** Returns whether the end was announced. */
  boolean hasCome() {
    return ended.getCount() == 0;
  }
}
