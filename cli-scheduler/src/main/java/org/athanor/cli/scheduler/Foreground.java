// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.athanor.cli.ExitCode;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.service.Requests;
import org.athanor.scheduler.service.StoredRuns;

/** Works on one run, or follows it, until it ends. */
final class Foreground {
  /** How long the JVM waits for jobs to end when it shall end. */
  private static final int END_SECONDS = 30;

  private static final long LOOK_MILLIS = 500;

  /** After so many looks without an answer it is seen whether anybody leads. */
  private static final int LOOKS_FOR_LEADER = 6;

  private final PrintStream out;
  private final PrintStream err;

  Foreground(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Leads until the run has ended. Ctrl-C, or SIGTERM, ends the run's jobs first. */
  int lead(StateDirectory directory, Session session, String run)
      throws IOException, InterruptedException {
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              err.println("athanor schedule: ends the jobs of run " + run);
              session
                  .scheduler()
                  .later(() -> session.scheduler().kill(run, "athanor schedule run was ended"));
              try {
                if (!ended.await(END_SECONDS, TimeUnit.SECONDS)) {
                  err.println(
                      "athanor schedule: some still run; athanor schedule kill "
                          + run
                          + " goes on");
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "athanor-schedule-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try (RequestWatch requests = new RequestWatch(directory, session.scheduler())) {
      requests.serve();
      Follower follower = new Follower(err);
      session
          .scheduler()
          .work(
              () -> {
                Optional<RunState> active =
                    session.scheduler().active().stream()
                        .filter(each -> each.spec().id().equals(run))
                        .findFirst();
                active.ifPresent(follower::show);
                return active.isEmpty() && session.scheduler().isIdle();
              });
      RunState last = StoredRuns.load(session.journal(), run);
      follower.show(last);
      session.scheduler().settle();
      return end(directory, last, session.journal());
    } finally {
      ended.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException ending) {
        // The JVM ends already; the hook was told.
        err.flush();
      }
    }
  }

  /** Prints how a run ended. */
  private int end(StateDirectory directory, RunState run, Journal journal) throws IOException {
    out.print(Texts.jobs(run, Instant.now(), Texts.Known.of(journal, run.spec().id())));
    out.print(new FailedAttempts(directory, journal).of(run));
    out.println("run " + run.spec().id() + ": " + Texts.word(run.status()));
    return run.status() == RunState.Status.SUCCEEDED ? ExitCode.SUCCESS : ExitCode.FAILED;
  }

  /** Another process answers with a file. A request that it does not look at is taken back. */
  private static void awaitAnswer(StateDirectory directory, Requests requests, String request)
      throws IOException, InterruptedException {
    Thread hook = new Thread(() -> withdraw(requests, request), "athanor-schedule-withdraw");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      int looks = 0;
      while (requests.isOpen(request)) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        looks++;
        if (looks % LOOKS_FOR_LEADER == 0 && !directory.isLed() && requests.isOpen(request)) {
          throw new IOException(
              directory.path()
                  + ": the process that worked on it has ended before it looked at the request;"
                  + " give the command again");
        }
      }
    } finally {
      requests.withdraw(request);
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException ending) {
        // The JVM ends already; the hook does the same.
        requests.withdraw(request);
      }
    }
  }

  private static void withdraw(Requests requests, String request) {
    try {
      requests.withdraw(request);
    } catch (IOException e) {
      System.err.println("athanor schedule: the request may be done yet: " + e.getMessage());
    }
  }

  /**
   * Waits until another process, the leader, has done what was asked for.
   *
   * @param follow whether to wait until the run has ended, too
   */
  int follow(
      StateDirectory directory, Requests requests, String request, String run, boolean follow)
      throws IOException, InterruptedException {
    awaitAnswer(directory, requests, request);
    Optional<String> refusal = requests.refusal(request);
    if (refusal.isPresent()) {
      throw new IOException(refusal.get());
    }
    if (!follow) {
      return ExitCode.SUCCESS;
    }
    err.println("athanor schedule: another process works on it; Ctrl-C only stops looking");
    Follower follower = new Follower(err);
    try (Journal journal = Journal.openToRead(directory.path()).orElseThrow()) {
      while (true) {
        RunState state = StoredRuns.load(journal, run);
        follower.show(state);
        if (state.ended().isPresent()) {
          return end(directory, state, journal);
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    }
  }
}
