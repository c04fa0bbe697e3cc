// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.ProcessId;
import org.athanor.scheduler.run.Tag;

/**
 * Runs in the journal's file that have not ended, and that the last scheduler could not go on with.
 * Reads no more of them than is needed to end them, and to say how their jobs are, because the rest
 * may be what cannot be read. Not thread-safe.
 */
public final class LeftAloneTables {
  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS left_alone (run TEXT PRIMARY KEY, reason TEXT NOT NULL)"
              + " WITHOUT ROWID");

  private static final String UNFINISHED =
      phases(Stream.of(Phase.values()).filter(phase -> !phase.isFinal()));
  private static final String STARTED =
      phases(Stream.of(Phase.LAUNCHING, Phase.RUNNING, Phase.CHECKING));

  private final Journal journal;

  LeftAloneTables(Journal journal) {
    this.journal = journal;
  }

  private static String phases(Stream<Phase> phases) {
    return phases
        .map(phase -> "'" + phase.name() + "'")
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /**
   * An attempt of which something may run.
   *
   * @param process the wrapper of its driver, if it was seen
   */
  public record OpenAttempt(String job, int number, String cluster, Optional<ProcessId> process) {
    /** The tag of its processes and applications. */
    public String tag(String run) {
      return Tag.of(run, job, number);
    }
  }

  /**
   * A job as it is in the file.
   *
   * @param phase a word, which this version need not know
   */
  public record StoredJob(String name, String phase, int attempt, String cluster, String message) {
    /** Whether its last attempt was started, and is not known to be over. */
    public boolean mayRun() {
      return STARTED.contains("'" + phase.toUpperCase(Locale.ROOT).replace(' ', '_') + "'");
    }
  }

  /** Stores that a run is left alone. */
  public void put(String run, String reason) throws IOException {
    journal.transaction(
        () -> journal.update("INSERT OR REPLACE INTO left_alone VALUES (?, ?)", run, reason));
  }

  /** Stores that a scheduler goes on with a run. */
  public void remove(String run) throws IOException {
    journal.transaction(() -> journal.update("DELETE FROM left_alone WHERE run = ?", run));
  }

  /** Runs that are left alone, and why. */
  public Map<String, String> all() throws IOException {
    Map<String, String> all = new TreeMap<>();
    journal.rows(
        "SELECT run, reason FROM left_alone", row -> all.put(row.getString(1), row.getString(2)));
    return all;
  }

  /** Name of a run's workflow; empty if there is no such run. */
  public Optional<String> workflow(String run) throws IOException {
    return journal
        .rows("SELECT workflow FROM run WHERE id = ?", row -> row.getString(1), run)
        .stream()
        .findFirst();
  }

  /** All jobs of a run. */
  public List<StoredJob> jobs(String run) throws IOException {
    return journal.rows(
        "SELECT name, phase, attempt, cluster, message FROM job WHERE run = ? ORDER BY name",
        row ->
            new StoredJob(
                row.getString("name"),
                row.getString("phase").toLowerCase(Locale.ROOT).replace('_', ' '),
                row.getInt("attempt"),
                row.getString("cluster"),
                row.getString("message")),
        run);
  }

  /** Attempts of a run of which something may run. */
  public List<OpenAttempt> attempts(String run) throws IOException {
    return journal.rows(
        "SELECT name, attempt, cluster, pid, start_ticks, boot FROM job WHERE run = ? AND phase IN "
            + STARTED
            + " ORDER BY name",
        LeftAloneTables::attempt,
        run);
  }

  private static OpenAttempt attempt(ResultSet row) throws SQLException {
    return new OpenAttempt(
        row.getString("name"),
        row.getInt("attempt"),
        row.getString("cluster"),
        Journal.process(row));
  }

  /**
   * Ends a run: it and its unfinished jobs were killed, and none of its promises is at risk.
   *
   * @param message of these jobs
   * @param events what happened, a line each
   * @param others what else changes with it
   */
  public void end(String run, Instant now, String message, List<String> events, List<Change> others)
      throws IOException {
    journal.transaction(
        () -> {
          journal.update(
              "UPDATE job SET phase = ?, since = ?, next = NULL, message = ? WHERE run = ? AND"
                  + " phase IN "
                  + UNFINISHED,
              Phase.KILLED.name(),
              now.toEpochMilli(),
              message,
              run);
          journal.update(
              "UPDATE run SET killed = 1, ended = ? WHERE id = ?", now.toEpochMilli(), run);
          for (String event : events) {
            journal.event(run, now, event);
          }
          journal.update("DELETE FROM left_alone WHERE run = ?", run);
          journal.update(
              "DELETE FROM promise WHERE run = ? AND state = ?",
              run,
              AlertTables.State.AT_RISK.name());
          for (Change other : others) {
            other.make();
          }
        });
  }
}
