// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/** The state of one task: its attempts and failures. */
final class TaskState {
  /** Whether the running attempt was told to stop, and what it then counts as. */
  enum Ending {
    NOT,
    AS_FAILED,
    AS_KILLED
  }

  private int attempts;
  private int failures;
  private boolean running;
  private boolean done;
  private Ending ending = Ending.NOT;
  private String endReason = "";

  /** Begins the next attempt and returns its number. */
  int launch() {
    running = true;
    ending = Ending.NOT;
    return attempts++;
  }

  boolean isRunning(int attempt) {
    return running && attempt == attempts - 1;
  }

  boolean isRunning() {
    return running;
  }

  int latest() {
    return attempts - 1;
  }

  boolean isDone() {
    return done;
  }

  void succeeded() {
    running = false;
    done = true;
  }

  void stopped() {
    running = false;
  }

  /** Counts a failure and returns how many there were. */
  int failed() {
    running = false;
    return ++failures;
  }

  /** Marks the task as failed for good: it is not tried again. */
  void failForGood() {
    done = true;
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
