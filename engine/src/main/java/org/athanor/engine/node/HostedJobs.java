// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.protocol.ToWorker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs that are open on this Worker, or are being opened or closed. Thread-safe. */
final class HostedJobs {
  private static final Logger LOG = LoggerFactory.getLogger(HostedJobs.class);

  private final WorkerServices services;
  private final Executor openers;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Map<JobID, HostedJob> jobs = new HashMap<>();

  @GuardedBy("lock")
  private long spilledBytes; // of jobs that are not open any more

  @GuardedBy("lock")
  private boolean closed;

  /**
   * @param openers runs what makes jobs ready
   */
  HostedJobs(WorkerServices services, Executor openers) {
    this.services = services;
    this.openers = openers;
  }

  /** Carries a message of the master out; does not block. */
  void received(ToWorker.OfJob message) {
    if (message instanceof ToWorker.OpenJob open) {
      open(open.submission());
      return;
    }
    HostedJob job;
    synchronized (lock) {
      job = jobs.get(message.job());
    }
    if (job == null) {
      LOG.debug("{} is not open here: {}", message.job(), message.type());
    } else if (message instanceof ToWorker.CloseJob) {
      job.close();
    } else {
      job.received(message);
    }
  }

  private void open(JobSubmission submission) {
    HostedJob job = new HostedJob(submission, services, this::ended);
    synchronized (lock) {
      if (closed) {
        return;
      }
      if (jobs.putIfAbsent(job.id(), job) != null) {
        throw new IllegalStateException(job.id() + " is open already");
      }
    }
    openers.execute(job::open);
  }

  private void ended(HostedJob job) {
    long spilled = job.spilledBytes();
    synchronized (lock) {
      if (jobs.remove(job.id(), job)) {
        spilledBytes += spilled;
      }
      lock.notifyAll();
    }
  }

  /** To be called a few times a second; see {@link HostedJob#tick}. Never throws. */
  void tick(long now, boolean tellProgress) {
    for (HostedJob job : all()) {
      try {
        job.tick(now, tellProgress);
      } catch (RuntimeException | Error e) {
        logFailedTick(e);
      }
    }
  }

  private static void logFailedTick(Throwable thrown) {
    try {
      LOG.error("a periodic check of a job failed and is repeated: {}", Failure.of(thrown).trace());
    } catch (RuntimeException | Error e) {
      // The heap is too full even to log it. The next tick tries again.
      return;
    }
  }

  private List<HostedJob> all() {
    synchronized (lock) {
      return List.copyOf(jobs.values());
    }
  }

  /** Returns the bytes of map output of all jobs that were written to disk so far. */
  long spilledBytes() {
    List<HostedJob> open;
    long sum;
    synchronized (lock) {
      open = List.copyOf(jobs.values());
      sum = spilledBytes;
    }
    for (HostedJob job : open) {
      sum += job.spilledBytes();
    }
    return sum;
  }

  /** Opens no more jobs and closes all, in the background. */
  void close() {
    synchronized (lock) {
      closed = true;
    }
    all().forEach(HostedJob::close);
  }

  /** Waits until no job is left, but no longer than this; returns whether none is. */
  boolean awaitNone(Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    synchronized (lock) {
      for (long left = most.toNanos();
          !jobs.isEmpty() && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
      return jobs.isEmpty();
    }
  }
}
