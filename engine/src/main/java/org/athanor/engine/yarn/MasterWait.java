// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a session's master has registered. A queue may make it wait for hours, as Hadoop's
 * own jobs; the log says after {@value #FIRST_LINE_SECONDS} s, and then each {@value
 * #NEXT_LINE_SECONDS} s, what it waits for. A master that was launched but does not register fails
 * within the time that YARN allows. For one thread.
 */
final class MasterWait {
  static final int FIRST_LINE_SECONDS = 10;
  static final int NEXT_LINE_SECONDS = 60;

  private static final Logger LOG = LoggerFactory.getLogger(MasterWait.class);
  private static final int FIRST_POLL_MILLIS = 50;
  private static final int LONGEST_POLL_MILLIS = 1000;

  /** Waits between two calls. */
  interface Pause {
    void millis(long millis) throws InterruptedException;
  }

  private final ResourceManager manager;
  private final ApplicationId application;
  private final LongSupplier nanoTime;
  private final Pause pause;

  MasterWait(ResourceManager manager, ApplicationId application) {
    this(manager, application, System::nanoTime, Thread::sleep);
  }

  MasterWait(
      ResourceManager manager, ApplicationId application, LongSupplier nanoTime, Pause pause) {
    this.manager = manager;
    this.application = application;
    this.nanoTime = nanoTime;
    this.pause = pause;
  }

  /**
   * Returns the report of the registered master.
   *
   * @throws IOException if the application has ended, in one line
   * @throws InterruptedException if the client's thread was interrupted
   */
  ApplicationReport await() throws IOException, InterruptedException {
    long begin = nanoTime.getAsLong();
    long nextLine = TimeUnit.SECONDS.toNanos(FIRST_LINE_SECONDS);
    long poll = FIRST_POLL_MILLIS;
    while (true) {
      ApplicationReport report =
          manager
              .report(application)
              .orElseThrow(
                  () -> new IOException(application + ": the ResourceManager does not know it"));
      YarnApplicationState state = report.getYarnApplicationState();
      if (state == YarnApplicationState.RUNNING) {
        return report;
      }
      if (hasEnded(state)) {
        throw new IOException(endLine(report));
      }
      long waited = nanoTime.getAsLong() - begin;
      if (waited >= nextLine) {
        LOG.warn("{}", waitLine(report, TimeUnit.NANOSECONDS.toSeconds(waited)));
        nextLine = waited + TimeUnit.SECONDS.toNanos(NEXT_LINE_SECONDS);
      }
      pause.millis(poll);
      poll = Math.min(LONGEST_POLL_MILLIS, poll * 5 / 4);
    }
  }

  static boolean hasEnded(YarnApplicationState state) {
    return switch (state) {
      case FINISHED, FAILED, KILLED -> true;
      default -> false;
    };
  }

  private String waitLine(ApplicationReport report, long seconds) throws IOException {
    String since = application + " has waited " + seconds + " s ";
    return manager.isMasterLaunched(report)
        ? since + "for its ApplicationMaster, whose container was started, to register"
        : since
            + "in queue "
            + report.getQueue()
            + Diagnostics.after(
                " for a container for its ApplicationMaster", report.getDiagnostics());
  }

  /** Returns one line that says how an application ended. */
  static String endLine(ApplicationReport report) {
    String end =
        switch (report.getYarnApplicationState()) {
          case KILLED -> "was killed";
          case FINISHED -> "has ended";
          default -> "failed";
        };
    return Diagnostics.after(
        report.getApplicationId() + ": the ApplicationMaster " + end, report.getDiagnostics());
  }
}
