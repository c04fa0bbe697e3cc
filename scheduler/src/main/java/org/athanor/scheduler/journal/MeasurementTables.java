// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.MeasuredRun;

/**
 * How long attempts took, in the journal's file, and the outbox: what of it a catalogue shall learn
 * and has not learned yet. Not thread-safe.
 */
public final class MeasurementTables {
  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS measured (run TEXT NOT NULL, job TEXT NOT NULL, application"
              + " TEXT NOT NULL, cluster TEXT NOT NULL, configuration TEXT NOT NULL, ended INTEGER"
              + " NOT NULL, bytes REAL NOT NULL, seconds REAL NOT NULL, vcores REAL NOT NULL,"
              + " memory REAL NOT NULL, attempt INTEGER NOT NULL, PRIMARY KEY (run, job, attempt))"
              + " WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS outbox (sequence INTEGER PRIMARY KEY, tag TEXT NOT NULL"
              + " UNIQUE, entry TEXT NOT NULL)");

  /** A key of the second version has a slash, of the first version not. */
  private static final String OLD = "configuration NOT LIKE '%/%'";

  private final Journal journal;

  /**
   * What the first version knew measured durations by.
   *
   * @param application without a mark of its framework
   * @param configuration a hash of the job's settings only, in hexadecimal
   */
  public record OldKey(String application, String cluster, String configuration) {}

  MeasurementTables(Journal journal) {
    this.journal = journal;
  }

  /**
   * Stores how long a job took, and that others shall learn it.
   *
   * @param entry for {@link #outbox}
   */
  public void measured(Journal.AttemptKey key, MeasuredRun measured, String entry)
      throws IOException {
    journal.transaction(
        () -> {
          insert(key, measured);
          insert(key.tag(), entry);
        });
  }

  /**
   * Stores what others shall learn of an attempt whose duration is not to be used, or not known.
   *
   * @param entry for {@link #outbox}
   */
  public void ended(String tag, String entry) throws IOException {
    journal.transaction(() -> insert(tag, entry));
  }

  private void insert(String tag, String entry) throws SQLException {
    journal.update("INSERT OR REPLACE INTO outbox (tag, entry) VALUES (?, ?)", tag, entry);
  }

  /** Stores what is known better of a measured attempt, and that others have learned it. */
  public void learned(Journal.AttemptKey key, MeasuredRun measured) throws IOException {
    journal.transaction(
        () -> {
          insert(key, measured);
          journal.update("DELETE FROM outbox WHERE tag = ?", key.tag());
        });
  }

  /** Others have learned it. */
  public void sent(String tag) throws IOException {
    journal.transaction(() -> journal.update("DELETE FROM outbox WHERE tag = ?", tag));
  }

  /** What others shall learn and have not learned yet, by tags, the oldest first. */
  public Map<String, String> outbox(int most) throws IOException {
    Map<String, String> entries = new LinkedHashMap<>();
    journal.rows(
        "SELECT tag, entry FROM outbox ORDER BY sequence LIMIT ?",
        row -> entries.put(row.getString(1), row.getString(2)),
        most);
    return entries;
  }

  /** Keys of the first version under which there still are durations. */
  public Set<OldKey> oldKeys() throws IOException {
    return new HashSet<>(
        journal.rows(
            "SELECT DISTINCT application, cluster, configuration FROM measured WHERE " + OLD,
            row -> new OldKey(row.getString(1), row.getString(2), row.getString(3))));
  }

  /**
   * Gives durations of the first version the key that they would get now.
   *
   * @param application the name for predictions
   */
  public void rekey(OldKey old, String application, String configuration) throws IOException {
    journal.transaction(
        () ->
            journal.update(
                "UPDATE measured SET application = ?, configuration = ? WHERE application = ? AND"
                    + " cluster = ? AND configuration = ?",
                application,
                configuration,
                old.application(),
                old.cluster(),
                old.configuration()));
  }

  private void insert(Journal.AttemptKey key, MeasuredRun measured) throws SQLException {
    journal.update(
        "INSERT OR REPLACE INTO measured VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        key.run(),
        key.job(),
        measured.application(),
        measured.cluster(),
        measured.configuration(),
        measured.ended().toEpochMilli(),
        measured.bytes(),
        measured.seconds(),
        measured.resources().vcores(),
        measured.resources().memoryBytes(),
        key.attempt());
  }

  /** The attempts with the newest measured durations, by tags, the oldest of them first. */
  public Map<String, Journal.AttemptKey> attempts(int most) throws IOException {
    Map<String, Journal.AttemptKey> keys = new LinkedHashMap<>();
    journal.rows(
        "SELECT run, job, attempt FROM (SELECT * FROM measured ORDER BY ended DESC LIMIT ?) ORDER"
            + " BY ended",
        row -> {
          Journal.AttemptKey key =
              new Journal.AttemptKey(row.getString(1), row.getString(2), row.getInt(3));
          return keys.put(key.tag(), key);
        },
        most);
    return keys;
  }

  /** The newest measured durations. */
  public List<MeasuredRun> newest(int most) throws IOException {
    return journal.rows(
        "SELECT * FROM measured ORDER BY ended DESC LIMIT ?",
        row ->
            new MeasuredRun(
                row.getString("application"),
                row.getString("cluster"),
                row.getString("configuration"),
                Instant.ofEpochMilli(row.getLong("ended")),
                row.getDouble("bytes"),
                row.getDouble("seconds"),
                OptionalDouble.empty(),
                new Resources(row.getDouble("vcores"), row.getDouble("memory"), 0, 0)),
        most);
  }
}
