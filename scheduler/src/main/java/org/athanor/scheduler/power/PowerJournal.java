// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.journal.StateFile;

/**
 * The states of nodes, and why they changed. Each change is one transaction, and is on disk when
 * the method returns. The file can be read by its owner only. Not thread-safe.
 */
public final class PowerJournal implements Closeable {
  /** Name of the file in the state directory. */
  public static final String FILE = "power.sqlite";

  /** So many changes are kept. */
  static final int MOST_CHANGES = 10_000;

  private static final StateFile.Kind KIND =
      new StateFile.Kind(
          "the journal of nodes",
          2,
          List.of(
              "CREATE TABLE IF NOT EXISTS node (cluster TEXT NOT NULL, name TEXT NOT NULL, phase TEXT"
                  + " NOT NULL, since INTEGER NOT NULL, reason TEXT NOT NULL, serial INTEGER NOT NULL,"
                  + " first INTEGER NOT NULL, open INTEGER NOT NULL, next INTEGER, until INTEGER,"
                  + " failures INTEGER NOT NULL, paused INTEGER NOT NULL, wake TEXT, quiet INTEGER NOT"
                  + " NULL, PRIMARY KEY (cluster, name)) WITHOUT ROWID",
              "CREATE TABLE IF NOT EXISTS change (sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
                  + " cluster TEXT NOT NULL, name TEXT NOT NULL, phase TEXT NOT NULL, reason TEXT NOT"
                  + " NULL)",
              // Since version 2; a node without a row was not switched off since then.
              "CREATE TABLE IF NOT EXISTS doubt (cluster TEXT NOT NULL, name TEXT NOT NULL, until"
                  + " INTEGER NOT NULL, PRIMARY KEY (cluster, name)) WITHOUT ROWID"));

  private final StateFile file;

  /** The state of a node. */
  public record Stored(String cluster, String node, NodeState state) {}

  private PowerJournal(StateFile file) {
    this.file = file;
  }

  /** Opens the journal of a state directory, and creates it if there is none. */
  public static PowerJournal open(Path directory) throws IOException {
    return new PowerJournal(StateFile.open(directory.resolve(FILE), KIND));
  }

  /** Opens the journal to read it; empty if there is none. */
  public static Optional<PowerJournal> openToRead(Path directory) throws IOException {
    return StateFile.openToRead(directory.resolve(FILE), KIND).map(PowerJournal::new);
  }

  /** The nodes of a state directory's journal; none if there is no journal. */
  public static List<Stored> stored(Path directory) throws IOException {
    Optional<PowerJournal> open = openToRead(directory);
    if (open.isEmpty()) {
      return List.of();
    }
    try (PowerJournal journal = open.get()) {
      return journal.nodes();
    }
  }

  /**
   * Stores a state.
   *
   * @param changed whether the phase or the reason is another one than before
   */
  public void commit(String cluster, String node, NodeState state, boolean changed, Instant now)
      throws IOException {
    file.transaction(
        () -> {
          file.update(
              "INSERT OR REPLACE INTO node VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
              cluster,
              node,
              state.phase().name(),
              state.since().toEpochMilli(),
              state.reason(),
              state.serial(),
              state.first(),
              state.open(),
              millis(state.next()),
              millis(state.until()),
              state.failures(),
              state.paused(),
              state.wake().orElse(null),
              state.quiet().toEpochMilli());
          file.update(
              "INSERT OR REPLACE INTO doubt VALUES (?, ?, ?)",
              cluster,
              node,
              state.doubt().toEpochMilli());
          if (changed) {
            file.update(
                "INSERT INTO change (at, cluster, name, phase, reason) VALUES (?, ?, ?, ?, ?)",
                now.toEpochMilli(),
                cluster,
                node,
                state.phase().name(),
                state.reason());
            file.update(
                "DELETE FROM change WHERE sequence <= (SELECT MAX(sequence) FROM change) - ?",
                MOST_CHANGES);
          }
        });
  }

  /** Forgets a node. */
  void forget(String cluster, String node) throws IOException {
    file.transaction(
        () -> {
          file.update("DELETE FROM node WHERE cluster = ? AND name = ?", cluster, node);
          file.update("DELETE FROM doubt WHERE cluster = ? AND name = ?", cluster, node);
        });
  }

  private static Long millis(Optional<Instant> time) {
    return time.map(Instant::toEpochMilli).orElse(null);
  }

  /** All nodes that may be off, or are, by cluster and name. */
  public List<Stored> nodes() throws IOException {
    return file.rows(
        "SELECT node.*, COALESCE(doubt.until, 0) AS doubted FROM node LEFT JOIN doubt USING"
            + " (cluster, name) ORDER BY cluster, name",
        row -> new Stored(row.getString("cluster"), row.getString("name"), state(row)));
  }

  private static NodeState state(ResultSet row) throws SQLException {
    return new NodeState(
        Phase.valueOf(row.getString("phase")),
        Instant.ofEpochMilli(row.getLong("since")),
        row.getString("reason"),
        row.getInt("serial"),
        row.getInt("first"),
        row.getBoolean("open"),
        time(row, "next"),
        time(row, "until"),
        row.getInt("failures"),
        row.getBoolean("paused"),
        Optional.ofNullable(row.getString("wake")),
        Instant.ofEpochMilli(row.getLong("quiet")),
        Instant.ofEpochMilli(row.getLong("doubted")));
  }

  private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
