// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.athanor.engine.job.JobView;

/**
 * Shows the progress of the running job in one line of a terminal. One daemon thread draws the
 * line; {@link #stop} may be called from any thread, also from a shutdown hook.
 */
public final class ProgressDisplay {
  private static final Duration INTERVAL = Duration.ofMillis(200);
  private static final String CLEAR = "\r\u001b[K";

  private final JobSource source;
  private final PrintStream terminal;
  private final int columns;
  private final InstantSource clock;
  private final Object lock = new Object();
  private boolean stopped; // guarded by lock
  private boolean drawn; // guarded by lock

  /**
   * @param columns of the terminal
   */
  public ProgressDisplay(JobSource source, PrintStream terminal, int columns, InstantSource clock) {
    this.source = source;
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
      while (draw()) {
        synchronized (lock) {
          if (!stopped) {
            lock.wait(INTERVAL.toMillis());
          }
        }
      }
    } catch (InterruptedException e) {
      stop();
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Draws the line once.
   *
   * @return false if the display has been stopped
   */
  boolean draw() {
    Optional<JobReport> job = current();
    synchronized (lock) {
      if (stopped) {
        return false;
      }
      if (job.isPresent()) {
        terminal.print(CLEAR + ProgressLine.of(job.get(), clock.millis(), columns));
        terminal.flush();
        drawn = true;
      } else {
        clear();
      }
      return true;
    }
  }

  /** The oldest job that has not ended. */
  private Optional<JobReport> current() {
    for (JobView job : source.jobs()) {
      JobReport report = JobReport.of(job);
      if (!report.ended()) {
        return Optional.of(report);
      }
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
