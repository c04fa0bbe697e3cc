// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.mapreduce.JobID;
import org.athanor.engine.job.JobView;

/**
 * Shows the progress of the running job in one line of a terminal, and above it, once, where on a
 * cluster it runs. One daemon thread draws the line; {@link #stop} may be called from any thread,
 * also from a shutdown hook.
 */
public final class ProgressDisplay {
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final String CLEAR = "\r\u001b[K";

  private final JobSource source;
  private final PrintStream terminal;
  private final int columns;
  private final InstantSource clock;
  private final SessionLines sessions; // only the thread that draws asks
  private final PacedThread thread =
      new PacedThread("athanor-progress", LONGEST_PAUSE_MILLIS, this::askAndDraw);
  private final Object lock = new Object();
  private final Set<JobID> ended = ConcurrentHashMap.newKeySet(); // need not be asked again
  private boolean stopped; // guarded by lock
  private boolean drawn; // guarded by lock

  /**
   * @param columns of the terminal
   */
  public ProgressDisplay(
      JobSource source,
      SessionSource sessions,
      PrintStream terminal,
      int columns,
      InstantSource clock) {
    this.source = source;
    this.sessions = new SessionLines(sessions, System::nanoTime);
    this.terminal = terminal;
    this.columns = columns;
    this.clock = clock;
  }

  /** Starts to draw the line. */
  public void start() {
    thread.start();
  }

  /** Clears the line; nothing is drawn afterwards. */
  public void stop() {
    thread.stop();
    synchronized (lock) {
      stopped = true;
      clear();
    }
  }

  /**
   * Clears the line and writes something where it was; the line is drawn again below it.
   *
   * @param write writes whole lines to the terminal
   */
  void above(Runnable write) {
    synchronized (lock) {
      clear();
      write.run();
    }
  }

  private boolean askAndDraw() {
    askSessions();
    return draw();
  }

  /** Asks how far sessions are; only the thread that draws may do so. */
  void askSessions() {
    sessions.ask();
  }

  /**
   * Draws the line once.
   *
   * @return false if the display has been stopped
   */
  boolean draw() {
    Optional<String> line = line(current());
    synchronized (lock) {
      if (stopped) {
        return false;
      }
      for (String note : sessions.newLines()) {
        clear();
        terminal.println(note);
      }
      if (line.isPresent()) {
        terminal.print(CLEAR + line.get());
        terminal.flush();
        drawn = true;
      } else {
        clear();
      }
      return true;
    }
  }

  /** What a session waits for, until its job has begun to run tasks; then the job's progress. */
  private Optional<String> line(Optional<JobReport> job) {
    boolean hasBegun = job.filter(JobReport::hasBegun).isPresent();
    if (hasBegun) {
      sessions.worked();
    }
    Optional<String> waiting = hasBegun ? Optional.empty() : sessions.waiting();
    return waiting
        .map(text -> ProgressLine.cut(text, columns))
        .or(() -> job.map(report -> ProgressLine.of(report, clock.millis(), columns)));
  }

  /** The oldest job that has not ended; none if its cluster does not answer. */
  private Optional<JobReport> current() {
    try {
      for (JobView job : source.jobs()) {
        if (ended.contains(job.id())) {
          continue;
        }
        JobReport report = JobReport.of(job);
        if (!report.ended()) {
          return Optional.of(report);
        }
        ended.add(job.id());
      }
    } catch (UncheckedIOException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private void clear() {
    if (drawn) {
      terminal.print(CLEAR);
      terminal.flush();
      drawn = false;
    }
  }
}
