// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.service.Registrations;
import org.athanor.scheduler.service.Requests;

/**
 * Changes schedules: through the process that works on the state directory, or if none does,
 * itself.
 */
final class ScheduleRequests {
  private final PrintStream out;
  private final PrintStream err;

  ScheduleRequests(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** What is to be changed. */
  @FunctionalInterface
  interface Change {
    /** Changes it in the journal of which this process is the leader. */
    void make(Registrations registrations) throws IOException;
  }

  /**
   * Makes a change.
   *
   * @param name of the schedule
   * @param file that has it, if it is added
   */
  void change(
      StateDirectory directory,
      Requests.Action action,
      String name,
      Optional<Path> file,
      Map<String, String> parameters,
      Change change)
      throws IOException, InterruptedException {
    Optional<StateDirectory.Leadership> leader = directory.lead();
    if (leader.isEmpty()) {
      Requests requests = new Requests(directory.requests());
      String request = requests.ask(action, name, file, parameters);
      new Foreground(out, err).follow(directory, requests, request, name, false);
      return;
    }
    try {
      try (Journal journal = Journal.open(directory.path())) {
        change.make(new Registrations(journal.schedules()));
      }
    } finally {
      leader.get().close();
    }
    err.println(
        "athanor schedule: no scheduler works on "
            + directory.path()
            + "; athanor schedule serve runs workflows at their times");
  }
}
