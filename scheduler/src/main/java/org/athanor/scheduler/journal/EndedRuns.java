// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.athanor.scheduler.alert.Alert;

/**
 * Removes runs that ended long ago from the journal's file, with all rows that belong to them. What
 * was measured of them stays, and so do the sums of their energy. Not thread-safe.
 */
public final class EndedRuns {
  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS pruned_energy (cluster TEXT NOT NULL, label TEXT NOT NULL,"
              + " attempts INTEGER NOT NULL, joules REAL NOT NULL, PRIMARY KEY (cluster, label))"
              + " WITHOUT ROWID");

  private static final List<String> TABLES =
      List.of(
          "parameter",
          "file",
          "job",
          "input",
          "ending",
          "nested",
          "event",
          "decision",
          "energy",
          "promise");

  private final Journal journal;

  EndedRuns(Journal journal) {
    this.journal = journal;
  }

  /**
   * The runs that ended first, the first of all before the others.
   *
   * @param others how many ended later
   */
  public List<String> oldest(int others, int most) throws IOException {
    return journal.rows(
        "SELECT id FROM (SELECT id, ended FROM run WHERE ended IS NOT NULL ORDER BY ended DESC, id"
            + " LIMIT -1 OFFSET ?) ORDER BY ended, id DESC LIMIT ?",
        row -> row.getString(1),
        others,
        most);
  }

  /** Removes runs that have ended. */
  public void remove(List<String> runs) throws IOException {
    journal.transaction(
        () -> {
          for (String run : runs) {
            remove(run);
          }
        });
  }

  private void remove(String run) throws SQLException {
    journal.update(
        "INSERT INTO pruned_energy SELECT cluster, label, COUNT(*), COALESCE(SUM(joules), 0) FROM"
            + " energy WHERE run = ? AND label IS NOT NULL GROUP BY cluster, label ON CONFLICT DO"
            + " UPDATE SET attempts = attempts + excluded.attempts, joules = joules +"
            + " excluded.joules",
        run);
    for (String table : TABLES) {
      journal.update("DELETE FROM " + table + " WHERE run = ?", run);
    }
    for (Alert.Kind kind : Alert.Kind.values()) {
      String id = kind.id() + ":" + run;
      journal.update("DELETE FROM alert WHERE id >= ? AND id < ?", id + ":", id + ";");
    }
    journal.update("DELETE FROM run WHERE id = ?", run);
  }
}
