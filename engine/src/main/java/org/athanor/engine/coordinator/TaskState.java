// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/** One task's attempts, as far as the coordinator must know them. */
final class TaskState {
  /** Why the running attempt was told to end. */
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

  /** Begins the next attempt; answers its number. */
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

  /** Counts a failure; answers how many there were. */
  int failed() {
    running = false;
    return ++failures;
  }

  /** Whether the task gave up; it will not run again. */
  void gaveUp() {
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
