// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.run.Run;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the listener of a job what happens, and survives what the listener throws. After the first
 * failure it tells nothing more. Thread-safe.
 */
final class JobReports implements OutputReceiver.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(JobReports.class);

  private final String job;
  private final JobExchange.Listener listener;
  private final AtomicBoolean failed = new AtomicBoolean();

  JobReports(String job, JobExchange.Listener listener) {
    this.job = job;
    this.listener = listener;
  }

  /** Whether this Worker is of no use for the job any more. */
  boolean hasFailed() {
    return failed.get();
  }

  @Override
  public void delivered(int assignment, int map, List<Run> runs) {
    if (hasFailed()) {
      runs.forEach(Run::release);
      return;
    }
    try {
      listener.delivered(assignment, map, runs);
    } catch (RuntimeException | Error e) {
      failed("the output of map " + map + " of " + job + " arrived, but: ", e);
    }
  }

  void failed(String what, Throwable failure) {
    if (!failed.compareAndSet(false, true)) {
      return;
    }
    try {
      listener.failed(what + Failure.of(failure).line());
    } catch (RuntimeException | Error e) {
      warn(e);
    }
  }

  private void warn(Throwable e) {
    try {
      LOG.warn("{}: a failure could not be told: {}", job, Failure.of(e).line());
    } catch (RuntimeException | Error noMemory) {
      return;
    }
  }
}
