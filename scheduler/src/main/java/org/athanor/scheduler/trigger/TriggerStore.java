// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.trigger;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where schedules, and the times that have a run, survive. Each change is one transaction. */
public interface TriggerStore {

  /**
   * A time that is not open any more.
   *
   * @param message why it has no run; empty if it has one
   */
  record Past(Firing firing, Firing.Outcome outcome, String message) {}

  /** All schedules by name. */
  List<Registration> registrations() throws IOException;

  /** A schedule; empty if there is none. */
  Optional<Registration> registration(String name) throws IOException;

  /** Stores a schedule, instead of the one with that name if there is one. */
  void register(Registration registration) throws IOException;

  /** Removes a schedule. Its open times have no run; what had a run never gets another one. */
  void remove(String name) throws IOException;

  /** Pauses or resumes a schedule. */
  void pause(String name, boolean paused) throws IOException;

  /** The open times of a schedule, the earliest first. */
  List<Firing> open(String name) throws IOException;

  /**
   * Stores that all times up to one were considered, and those that shall have a run.
   *
   * @return those of them that were never stored before
   */
  List<Firing> advance(String name, Instant considered, List<Firing> opened) throws IOException;

  /** Stores what became of an open time. */
  void close(String name, Firing firing, Firing.Outcome outcome, String message) throws IOException;

  /** The times of a schedule that are not open, the latest first. */
  List<Past> past(String name, int most) throws IOException;
}
