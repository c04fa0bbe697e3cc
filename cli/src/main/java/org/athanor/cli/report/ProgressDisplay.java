// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapreduce.JobID;
import org.athanor.engine.job.JobView;

/**
 * Shows the progress of the running job in one line of a terminal, and above it, once, where on a
 * cluster it runs. One daemon thread draws the line; {@link #stop} may be called from any thread,
 * also from a shutdown hook.
 */
public final class ProgressDisplay {
  private static final Duration INTERVAL = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  /**
   * After reading a job, the pause is at least so many times as long: a job on a cluster is asked
   * by calls, the more the more tasks it has.
   */
  private static final int PAUSE_FACTOR = 20;

  private static final String CLEAR = "\r\u001b[K";

  private final JobSource source;
  private final PrintStream terminal;
  private final int columns;
  private final InstantSource clock;
  private final SessionLines sessions; // only the thread that draws asks
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
    Thread thread = new Thread(this::drawUntilStopped, "athanor-progress");
    thread.setDaemon(true);
    thread.start();
  }

  /** Clears the line; nothing is drawn afterwards. */
  public void stop() {
    synchronized (lock) {
      stopped = true;
      clear();
      lock.notifyAll();
    }
  }

  private void drawUntilStopped() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        askSessions();
        long begin = System.nanoTime();
        goesOn = draw();
        long pause = PAUSE_FACTOR * TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        synchronized (lock) {
          if (!stopped) {
            lock.wait(Math.max(INTERVAL.toMillis(), Math.min(pause, LONGEST.toMillis())));
          }
        }
      }
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
    }
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
