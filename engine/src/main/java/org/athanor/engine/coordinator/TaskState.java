// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The state of one task: its running attempts, its failures, and whether it is done. */
final class TaskState {
  /** Whether a running attempt was told to stop, and what it then counts as. */
  enum Ending {
    NOT,
    AS_FAILED,
    AS_KILLED
  }

  /** A running attempt. */
  static final class Attempt {
    private final int number;
    private final int worker;
    private final boolean alone;
    private Ending ending = Ending.NOT;
    private String endReason = "";
    private boolean mayCommit;

    private Attempt(int number, int worker, boolean alone) {
      this.number = number;
      this.worker = worker;
      this.alone = alone;
    }

    int number() {
      return number;
    }

    int worker() {
      return worker;
    }

    /** Returns whether nothing else runs on the attempt's Worker. */
    boolean isAlone() {
      return alone;
    }

    void end(Ending how, String reason) {
      ending = how;
      endReason = reason;
    }

    Ending ending() {
      return ending;
    }

    String endReason() {
      return endReason;
    }
  }

  private final List<Attempt> running = new ArrayList<>(1);
  private final Set<Integer> aborting = new HashSet<>(0); // attempts that are lost
  private int attempts;
  private int failures;
  private int losses; // attempts whose Worker was lost
  private boolean done;
  private boolean failed;

  /** Begins the next attempt and returns its number. */
  int launch(int worker, boolean alone) {
    running.add(new Attempt(attempts, worker, alone));
    return attempts++;
  }

  /** Counts an attempt whose Worker was lost. */
  void countLoss() {
    losses++;
  }

  void abortBegins(int attempt) {
    aborting.add(attempt);
  }

  void abortEnds(int attempt) {
    aborting.remove(attempt);
  }

  /** Returns whether the output of a lost attempt is still being removed. */
  boolean isAborting() {
    return !aborting.isEmpty();
  }

  /** Returns whether the task may be what ends its Workers, so that others must not suffer. */
  boolean mustRunAlone() {
    return losses > 1;
  }

  /** Returns a running attempt; null if it does not run. */
  Attempt running(int number) {
    for (Attempt attempt : running) {
      if (attempt.number == number) {
        return attempt;
      }
    }
    return null;
  }

  /** Returns the running attempts, oldest first. */
  List<Attempt> running() {
    return List.copyOf(running);
  }

  boolean isRunning() {
    return !running.isEmpty();
  }

  /** Notes that an attempt does not run any more. */
  void ended(Attempt attempt) {
    running.remove(attempt);
  }

  /** Counts a failure and returns how many there were. */
  int countFailure() {
    return ++failures;
  }

  int failures() {
    return failures;
  }

  /** Returns whether the task has succeeded, or has failed for good. */
  boolean isDone() {
    return done;
  }

  boolean hasSucceeded() {
    return done && !failed;
  }

  boolean hasFailedForGood() {
    return failed;
  }

  void succeeded() {
    done = true;
  }

  /** Marks the task as failed for good: it is not tried again. */
  void failForGood() {
    done = true;
    failed = true;
  }

  /** Makes a task that had succeeded one that must run again. */
  void undo() {
    done = false;
  }

  /** Lets an attempt commit, unless another one may already; returns whether it may. */
  boolean grantCommit(Attempt attempt) {
    if (done || running.stream().anyMatch(other -> other != attempt && other.mayCommit)) {
      return false;
    }
    attempt.mayCommit = true;
    return true;
  }
}
