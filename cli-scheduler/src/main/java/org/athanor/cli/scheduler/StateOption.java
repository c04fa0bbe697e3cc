// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.power.PowerJournal;
import picocli.CommandLine.Option;

/** The option that names the directory of runs. */
final class StateOption {
  @Option(
      names = "--state",
      paramLabel = "<dir>",
      description = "Directory of runs. Default: ~/.local/state/athanor/scheduler")
  private Path state;

  private Path path() {
    if (state != null) {
      return state;
    }
    String base = System.getenv("XDG_STATE_HOME");
    Path root =
        base == null || base.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(base);
    return root.resolve("athanor").resolve("scheduler");
  }

  /** The directory, created if there is none. */
  StateDirectory directory() throws IOException {
    return StateDirectory.create(path());
  }

  /** The directory, which need not exist. */
  StateDirectory existing() {
    return new StateDirectory(path().toAbsolutePath().normalize());
  }

  /**
   * The journal, to read it.
   *
   * @throws IOException with a message for the user if it has no such run
   */
  Journal journalOf(String run) throws IOException {
    Journal journal =
        journal()
            .orElseThrow(
                () -> new IOException("run " + run + ": there is none; nothing was ever run"));
    try {
      if (journal.hasEnded(run).isEmpty()) {
        throw new IOException("run " + run + ": there is none; see athanor schedule status");
      }
      return journal;
    } catch (IOException e) {
      journal.close();
      throw e;
    }
  }

  /** The nodes that may be off; none if no process has ever switched any. */
  List<PowerJournal.Stored> nodes() throws IOException {
    return PowerJournal.stored(path());
  }

  /** The journal, to read it; empty if nothing was ever run. */
  Optional<Journal> journal() throws IOException {
    return Journal.openToRead(path());
  }
}
