// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.mapreduce.JobStatus;

/**
 * Tells about the jobs of a run: progress until {@link #end}, then what they did, once.
 * Thread-safe.
 */
public final class RunReporter {
  /** Who reads it. */
  public enum Form {
    /** Nobody. */
    NONE,
    /** People. */
    TEXT,
    /** Programs. */
    JSON
  }

  private final JobSource source;
  private final Form form;
  private final PrintStream summary;
  private final Optional<ProgressDisplay> display;
  private final String athanorVersion;
  private boolean ended; // guarded by this

  /**
   * @param summary where {@link #end} writes
   * @param display none if nobody is watching
   */
  public RunReporter(
      JobSource source,
      Form form,
      PrintStream summary,
      Optional<ProgressDisplay> display,
      String athanorVersion) {
    this.source = source;
    this.form = form;
    this.summary = summary;
    this.display = display;
    this.athanorVersion = athanorVersion;
  }

  /** Starts to show progress. */
  public void start() {
    display.ifPresent(ProgressDisplay::start);
  }

  /**
   * Ends progress and writes the summary; the first call counts, so that both a normal end and a
   * shutdown hook may call it.
   */
  public synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    display.ifPresent(ProgressDisplay::stop);
    List<JobReport> jobs = reports();
    switch (form) {
      case NONE -> {}
      case TEXT -> jobs.forEach(job -> summary.print(SummaryText.of(job)));
      case JSON -> summary.println(SummaryJson.of(athanorVersion, jobs));
    }
    summary.flush();
  }

  /** Whether the job that was submitted last has failed or was killed. */
  public boolean lastJobFailed() {
    List<JobReport> jobs = reports();
    if (jobs.isEmpty()) {
      return false;
    }
    JobStatus.State state = jobs.get(jobs.size() - 1).state();
    return state == JobStatus.State.FAILED || state == JobStatus.State.KILLED;
  }

  private List<JobReport> reports() {
    return source.jobs().stream().map(JobReport::of).collect(Collectors.toList());
  }
}
