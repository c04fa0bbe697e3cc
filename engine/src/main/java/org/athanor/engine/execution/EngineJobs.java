// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.KnownJobs;
import org.athanor.engine.thread.Ticker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs of one engine: those that run, and the last {@value #REMEMBERED_JOBS} that have ended,
 * about which clients can still ask. Has the running ones look after what does not stop.
 * Thread-safe.
 */
public final class EngineJobs {
  private static final Logger LOG = LoggerFactory.getLogger(EngineJobs.class);
  private static final int REMEMBERED_JOBS = 100;

  private final Ticker ticker = new Ticker(this::tick);
  private final String refusal;

  @GuardedBy("this")
  private final KnownJobs<JobView> views = new KnownJobs<>(REMEMBERED_JOBS);

  @GuardedBy("this")
  private final Map<JobID, JobExecution> running = new LinkedHashMap<>();

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param refusal why no job is taken after {@link #close}
   */
  public EngineJobs(String refusal) {
    this.refusal = refusal;
  }

  /**
   * Adds a job, which is then to be started.
   *
   * @throws IOException after {@link #close}
   */
  public synchronized void add(JobExecution job) throws IOException {
    check();
    ticker.begin();
    JobID id = job.view().id();
    running.put(id, job);
    views.add(id, job.view());
  }

  /**
   * Checks whether jobs are still taken.
   *
   * @throws IOException if not
   */
  public synchronized void check() throws IOException {
    if (closed) {
      throw new IOException(refusal);
    }
  }

  /** Adds a job that has ended before, so that clients can ask about it. */
  public synchronized void remember(JobView ended) {
    views.add(ended.id(), ended);
    views.ended(ended.id());
  }

  /** Removes a job that could not be started; nothing happens if there is no such job. */
  public synchronized void remove(JobID id) {
    running.remove(id);
    views.remove(id);
  }

  /** Forgets all jobs; returns false, and forgets none, if one has not ended. */
  public synchronized boolean forget() {
    if (!running().isEmpty()) {
      return false;
    }
    forgetEnded();
    views.clear();
    return true;
  }

  /** Takes no more jobs, and returns those that run. */
  public synchronized List<JobExecution> close() {
    closed = true;
    return running();
  }

  /** Returns the jobs whose end has not been announced, oldest first. */
  public synchronized List<JobExecution> running() {
    return running.values().stream().filter(job -> !job.hasEnded()).toList();
  }

  /** Returns a job that runs or has just ended. */
  public synchronized Optional<JobExecution> execution(JobID id) {
    return Optional.ofNullable(running.get(id));
  }

  /** Returns whether clients see all jobs as ended. */
  public synchronized boolean areOver() {
    return running.values().stream().allMatch(JobExecution::isOver);
  }

  public synchronized Optional<JobView> view(JobID id) {
    return views.get(id);
  }

  /** Returns the running jobs and those that ended most recently, oldest first. */
  public synchronized Collection<JobView> views() {
    return views.all();
  }

  /** Asks a job to stop. Ignores jobs that have ended or are unknown. */
  public void kill(JobID id) {
    execution(id).ifPresent(job -> job.kill("killed by its client"));
  }

  /** Ends one running attempt for a client; returns whether it was running. */
  public boolean endAttempt(TaskAttemptID id, boolean asFailed) {
    String reason =
        asFailed ? "Task attempt failed by its client" : "Task attempt killed by its client";
    return execution(id.getJobID()).map(job -> job.endAttempt(id, asFailed, reason)).orElse(false);
  }

  public void setPriority(JobID id, JobPriority priority) {
    execution(id).ifPresent(job -> job.setPriority(priority));
  }

  public int runningMaps() {
    return running().stream().mapToInt(JobExecution::runningMaps).sum();
  }

  public int runningReduces() {
    return running().stream().mapToInt(JobExecution::runningReduces).sum();
  }

  /**
   * Waits until jobs have ended.
   *
   * @param seconds for all of them together; those that take longer are logged
   */
  public static void awaitEnd(List<JobExecution> jobs, int seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    for (JobExecution job : jobs) {
      if (!job.awaitEnd(end - System.nanoTime())) {
        LOG.warn(
            "{} did not end in {} s; its temporary files may be left behind",
            job.view().id(),
            seconds);
      }
    }
  }

  /** Never throws. */
  private void tick() {
    try {
      for (JobExecution job : running()) {
        tick(job);
      }
      forgetEnded();
    } catch (RuntimeException | Error e) {
      logFailedTick(e);
    }
  }

  private static void tick(JobExecution job) {
    try {
      job.tick();
    } catch (RuntimeException | Error e) {
      logFailedTick(e);
    }
  }

  private static void logFailedTick(Throwable thrown) {
    try {
      LOG.error(
          "a periodic check of the jobs failed and is repeated: {}", Failure.of(thrown).trace());
    } catch (RuntimeException | Error e) {
      // The heap is too full even to log it. The next tick tries again.
      return;
    }
  }

  /** Drops what ended jobs worked with, and all of jobs that clients cannot ask about any more. */
  private synchronized void forgetEnded() {
    for (JobExecution job : List.copyOf(running.values())) {
      if (job.hasEnded()) {
        running.remove(job.view().id());
        views.ended(job.view().id());
      }
    }
    if (running.isEmpty()) {
      ticker.rest();
    }
  }
}
