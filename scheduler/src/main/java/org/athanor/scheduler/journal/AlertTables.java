// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.alert.Alert;
import org.athanor.scheduler.alert.Waiting;

/**
 * Promises that are at risk or missed, and what hooks are still to be told, in the journal's file.
 * Not thread-safe.
 */
public final class AlertTables {
  private static final String WAITING = "WAITING";

  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS promise (run TEXT NOT NULL, job TEXT NOT NULL, state TEXT NOT"
              + " NULL, since INTEGER NOT NULL, deadline INTEGER NOT NULL, expected INTEGER,"
              + " PRIMARY KEY (run, job)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS alert (sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT"
              + " NULL, hook TEXT NOT NULL, at INTEGER NOT NULL, entry TEXT NOT NULL, state TEXT NOT"
              + " NULL, UNIQUE (id, hook))",
          "CREATE INDEX IF NOT EXISTS alert_waiting ON alert (hook, sequence) WHERE state ="
              + " 'WAITING'",
          "CREATE TABLE IF NOT EXISTS hook (name TEXT PRIMARY KEY, trouble TEXT NOT NULL, since"
              + " INTEGER NOT NULL) WITHOUT ROWID");

  private final Journal journal;

  AlertTables(Journal journal) {
    this.journal = journal;
  }

  /** A promise that is not on track. */
  public enum State {
    /** The latest likely end is after it. */
    AT_RISK,
    /** It passed, and what it is about had not ended. */
    MISSED
  }

  /**
   * A promise that is not on track.
   *
   * @param job the empty text for the run's own
   * @param since when it became so
   * @param expected the latest likely end, as it was then; of one at risk
   */
  public record Promise(
      String run,
      String job,
      State state,
      Instant since,
      Instant deadline,
      Optional<Instant> expected) {}

  /** Promises at risk or missed, of runs or of jobs. */
  public record Counts(Map<State, Long> runs, Map<State, Long> jobs) {}

  /**
   * How a hook does.
   *
   * @param waiting alerts that it has not taken yet
   * @param trouble why it takes none; empty if it does
   * @param since when the trouble began, or ended
   */
  public record HookStatus(String hook, long waiting, String trouble, Optional<Instant> since) {}

  /** A promise is not on track. */
  public Change put(Promise promise) {
    return new Change(
        () ->
            journal.update(
                "INSERT OR REPLACE INTO promise VALUES (?, ?, ?, ?, ?, ?)",
                promise.run(),
                promise.job(),
                promise.state().name(),
                promise.since().toEpochMilli(),
                promise.deadline().toEpochMilli(),
                promise.expected().map(Instant::toEpochMilli).orElse(null)));
  }

  /** A promise is on track, or was kept. */
  public Change clear(String run, String job) {
    return new Change(
        () -> journal.update("DELETE FROM promise WHERE run = ? AND job = ?", run, job));
  }

  /** Tells those who read what happened in a run. */
  public Change event(String run, Instant at, String text) {
    return new Change(() -> journal.event(run, at, text));
  }

  /** A hook is to be told an alert; nothing changes if it was to be told before. */
  public Change tell(String hook, Alert alert) {
    return new Change(
        () ->
            journal.update(
                "INSERT OR IGNORE INTO alert (id, hook, at, entry, state) VALUES (?, ?, ?, ?, ?)",
                alert.id(),
                hook,
                alert.at().toEpochMilli(),
                alert.toJson(),
                WAITING));
  }

  /**
   * A hook has taken an alert, or will not be told any more. The alert's id is kept, so that it is
   * not told again.
   */
  public Change done(long sequence, boolean delivered) {
    return new Change(
        () ->
            journal.update(
                "UPDATE alert SET state = ?, entry = '' WHERE sequence = ?",
                delivered ? "DELIVERED" : "GIVEN_UP",
                sequence));
  }

  /**
   * How a hook does.
   *
   * @param trouble why it takes nothing; empty if it does
   */
  public Change trouble(String hook, String trouble, Instant since) {
    return new Change(
        () ->
            journal.update(
                "INSERT OR REPLACE INTO hook VALUES (?, ?, ?)",
                hook,
                trouble,
                since.toEpochMilli()));
  }

  /** Nothing is known any more about how hooks do. */
  public Change forgetTroubles() {
    return new Change(() -> journal.update("DELETE FROM hook"));
  }

  /** A hook is told nothing any more. The ids of its alerts are kept. */
  public Change giveUp(String hook) {
    return new Change(
        () ->
            journal.update(
                "UPDATE alert SET state = 'GIVEN_UP', entry = '' WHERE hook = ? AND state = ?",
                hook,
                WAITING));
  }

  /** Whether some hook was told, or is to be told, that a run is left alone. */
  public boolean isLeftAloneTold(String run) throws IOException {
    return !journal
        .rows(
            "SELECT 1 FROM alert WHERE id >= ? AND id < ? LIMIT 1",
            row -> row.getInt(1),
            leftAlone(run) + ":",
            leftAlone(run) + ";")
        .isEmpty();
  }

  /** A run is worked on again: if it is left alone once more, that is to be told. */
  public Change taken(String run) {
    return new Change(
        () ->
            journal.update(
                "DELETE FROM alert WHERE id >= ? AND id < ? AND state <> ?",
                leftAlone(run) + ":",
                leftAlone(run) + ";",
                WAITING));
  }

  private static String leftAlone(String run) {
    return Alert.Kind.JOB_LEFT_ALONE.id() + ":" + run;
  }

  /** What a hook is still to be told, the oldest first, after one of them. */
  public List<Waiting> waiting(String hook, long after, int most) throws IOException {
    return journal.rows(
        "SELECT * FROM alert WHERE state = 'WAITING' AND hook = ? AND sequence > ? ORDER BY sequence"
            + " LIMIT ?",
        row -> new Waiting(row.getLong("sequence"), row.getString("id"), row.getString("entry")),
        hook,
        after,
        most);
  }

  /** The hooks for which alerts wait or which are in trouble, by name. */
  public List<HookStatus> hooks() throws IOException {
    Map<String, HookStatus> all = new LinkedHashMap<>();
    journal.rows(
        "SELECT hook, COUNT(*) FROM alert WHERE state = 'WAITING' GROUP BY hook ORDER BY hook",
        row ->
            all.put(
                row.getString(1),
                new HookStatus(row.getString(1), row.getLong(2), "", Optional.empty())));
    journal.rows(
        "SELECT * FROM hook WHERE trouble <> '' ORDER BY name",
        row -> {
          String name = row.getString("name");
          long waiting = all.containsKey(name) ? all.get(name).waiting() : 0;
          return all.put(
              name,
              new HookStatus(name, waiting, row.getString("trouble"), Journal.time(row, "since")));
        });
    return new ArrayList<>(all.values());
  }

  /** The promises of a run that are not on track. */
  public List<Promise> of(String run) throws IOException {
    return journal.rows("SELECT * FROM promise WHERE run = ?", AlertTables::promise, run);
  }

  private static Promise promise(ResultSet row) throws SQLException {
    return new Promise(
        row.getString("run"),
        row.getString("job"),
        State.valueOf(row.getString("state")),
        Instant.ofEpochMilli(row.getLong("since")),
        Instant.ofEpochMilli(row.getLong("deadline")),
        Journal.time(row, "expected"));
  }

  /** How many promises of runs that have not ended are not on track. */
  public Counts counts() throws IOException {
    Map<State, Long> runs = new EnumMap<>(State.class);
    Map<State, Long> jobs = new EnumMap<>(State.class);
    for (State state : State.values()) {
      runs.put(state, 0L);
      jobs.put(state, 0L);
    }
    journal.rows(
        "SELECT state, promise.job = '', COUNT(*) FROM run JOIN promise ON promise.run = run.id"
            + " WHERE run.ended IS NULL GROUP BY 1, 2",
        row ->
            (row.getBoolean(2) ? runs : jobs).put(State.valueOf(row.getString(1)), row.getLong(3)));
    return new Counts(runs, jobs);
  }
}
