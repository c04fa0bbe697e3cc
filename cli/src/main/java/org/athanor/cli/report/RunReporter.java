// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.athanor.cli.placement.StorageUse;
import org.athanor.engine.job.JobView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the jobs of a run: their progress until {@link #end}, and a summary of each, once. People
 * get it when the job has ended, programs get all in one piece at the end. Thread-safe.
 */
public final class RunReporter {
  /** Who reads the summary. */
  public enum Form {
    /** Nobody. */
    NONE,
    /** People. */
    TEXT,
    /** Programs. */
    JSON
  }

  /** How long to wait for a job's next event before its state is read again. */
  private static final long WAIT_MILLIS = 60_000;

  /** Between two looks for jobs that have ended, each of which costs a call for a running job. */
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(RunReporter.class);

  private final JobSource source;
  private final Form form;
  private final PrintStream summary;
  private final Optional<ProgressDisplay> display;
  private final String athanorVersion;
  private final Optional<StorageUse> storage;
  private final PacedThread watch =
      new PacedThread("athanor-summaries", LONGEST_PAUSE_MILLIS, this::reportEnded);
  private final Set<String> reported = new HashSet<>(); // guarded by this

  /** The last report of each job, kept in case its cluster does not answer any more. */
  private final Map<JobID, JobReport> lastReports = new ConcurrentHashMap<>();

  private boolean ended; // guarded by this

  /** As the other constructor, for a run that has not asked for SSDs. */
  RunReporter(
      JobSource source,
      Form form,
      PrintStream summary,
      Optional<ProgressDisplay> display,
      String athanorVersion) {
    this(source, form, summary, display, athanorVersion, Optional.empty());
  }

  /**
   * @param summary where the summary is written
   * @param display empty if no progress is to be shown
   * @param storage where the data of the jobs are, if somebody asked for that
   */
  public RunReporter(
      JobSource source,
      Form form,
      PrintStream summary,
      Optional<ProgressDisplay> display,
      String athanorVersion,
      Optional<StorageUse> storage) {
    this.source = source;
    this.form = form;
    this.summary = summary;
    this.display = display;
    this.athanorVersion = athanorVersion;
    this.storage = storage;
  }

  /** Starts to show progress, and the summaries of jobs that have ended. */
  public void start() {
    display.ifPresent(ProgressDisplay::start);
    if (form == Form.TEXT) {
      watch.start();
    }
  }

  /**
   * Waits until no job runs.
   *
   * @return whether the job that was submitted last, or one that this call waited for, has failed
   *     or was killed
   */
  public boolean awaitJobs() {
    List<JobView> running = running();
    for (JobView job : running) {
      while (job.finishTime() == 0) {
        // The driver has returned, so nobody needs this interrupt; the wait goes on until the job
        // ends.
        boolean unused = Thread.interrupted();
        job.awaitCompletionEvent(Integer.MAX_VALUE, WAIT_MILLIS);
      }
    }
    return lastJobFailed() || running.stream().anyMatch(job -> failed(job.state()));
  }

  /** Whether any job has not ended. */
  public boolean anyRuns() {
    return !running().isEmpty();
  }

  private List<JobView> running() {
    return source.jobs().stream().filter(this::isRunning).toList();
  }

  /** A job whose cluster does not answer counts as running, unless its end is known. */
  private boolean isRunning(JobView job) {
    JobReport last = lastReports.get(job.id());
    if (last != null && last.ended()) {
      return false;
    }
    try {
      return job.finishTime() == 0;
    } catch (UncheckedIOException e) {
      return true;
    }
  }

  /**
   * Writes the summaries of the jobs that have ended, for people. Those of jobs whose cluster does
   * not answer now are left to a later call.
   *
   * @return whether there may be more
   */
  boolean reportEnded() {
    List<JobView> jobs = List.copyOf(source.jobs());
    // The source forgets old jobs of a long run.
    lastReports.keySet().retainAll(jobs.stream().map(JobView::id).collect(Collectors.toSet()));
    for (JobView job : jobs) {
      if (!isReported(job) && !isRunning(job)) {
        try {
          writeEnded(lastReport(job));
        } catch (UncheckedIOException e) {
          LOG.debug("{}: no summary yet", job.id(), e);
        }
      }
    }
    synchronized (this) {
      return !ended;
    }
  }

  private synchronized boolean isReported(JobView job) {
    return reported.contains(job.id().toString());
  }

  private synchronized void writeEnded(JobReport job) {
    if (!ended && job.ended()) {
      report(List.of(job));
    }
  }

  /** Writes what was not written before. */
  private synchronized void report(List<JobReport> jobs) {
    StringBuilder text = new StringBuilder();
    for (JobReport job : jobs) {
      if (reported.add(job.id())) {
        text.append(SummaryText.of(job));
      }
    }
    if (!text.isEmpty()) {
      Runnable write =
          () -> {
            summary.print(text);
            summary.flush();
          };
      display.ifPresentOrElse(shown -> shown.above(write), write);
    }
  }

  /**
   * Ends the progress display and writes the summaries that are left. Only the first call does so:
   * both a normal end and a shutdown hook may call it.
   *
   * @return false if this call could not write the JSON
   */
  public synchronized boolean end() {
    if (ended) {
      return true;
    }
    ended = true;
    watch.stop();
    display.ifPresent(ProgressDisplay::stop);
    List<JobReport> jobs = reports();
    switch (form) {
      case NONE -> {}
      case TEXT -> report(jobs);
      case JSON -> summary.println(SummaryJson.of(athanorVersion, storage, jobs));
    }
    summary.flush();
    return form != Form.JSON || !summary.checkError();
  }

  /** Whether the job that was submitted last has failed or was killed. */
  public boolean lastJobFailed() {
    List<JobReport> jobs = reports();
    if (jobs.isEmpty()) {
      return false;
    }
    return failed(jobs.get(jobs.size() - 1).state());
  }

  private static boolean failed(JobStatus.State state) {
    return state == JobStatus.State.FAILED || state == JobStatus.State.KILLED;
  }

  private List<JobReport> reports() {
    return source.jobs().stream().map(this::report).flatMap(Optional::stream).toList();
  }

  /** Returns the last known report of a job; empty if its cluster has never answered. */
  private Optional<JobReport> report(JobView job) {
    try {
      return Optional.of(lastReport(job));
    } catch (UncheckedIOException e) {
      LOG.warn("{}", String.valueOf(e.getMessage()));
      return Optional.ofNullable(lastReports.get(job.id()));
    }
  }

  /**
   * Returns a new report of a job, or that of its end.
   *
   * @throws UncheckedIOException if its cluster does not answer
   */
  private JobReport lastReport(JobView job) {
    JobReport last = lastReports.get(job.id());
    if (last == null || !last.ended()) {
      last = JobReport.of(job);
      lastReports.put(job.id(), last);
    }
    return last;
  }
}
