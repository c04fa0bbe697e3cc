// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/**
 * The states of nodes, and why they changed. Each change is one transaction, and is on disk when
 * the method returns. The file can be read by its owner only. Not thread-safe.
 */
public final class PowerJournal implements Closeable {
  /** Name of the file in the state directory. */
  public static final String FILE = "power.sqlite";

  /** So many changes are kept. */
  static final int MOST_CHANGES = 10_000;

  private static final int LOCK_TIMEOUT_MILLIS = 10_000;
  private static final int VERSION = 1;

  private static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS node (cluster TEXT NOT NULL, name TEXT NOT NULL, phase TEXT"
              + " NOT NULL, since INTEGER NOT NULL, reason TEXT NOT NULL, serial INTEGER NOT NULL,"
              + " first INTEGER NOT NULL, open INTEGER NOT NULL, next INTEGER, until INTEGER,"
              + " failures INTEGER NOT NULL, paused INTEGER NOT NULL, wake TEXT, quiet INTEGER NOT"
              + " NULL, PRIMARY KEY (cluster, name)) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS change (sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL,"
              + " cluster TEXT NOT NULL, name TEXT NOT NULL, phase TEXT NOT NULL, reason TEXT NOT"
              + " NULL)");

  private final Connection connection;

  /** The state of a node. */
  public record Stored(String cluster, String node, NodeState state) {}

  private PowerJournal(Connection connection) {
    this.connection = connection;
  }

  /** Opens the journal of a state directory, and creates it if there is none. */
  public static PowerJournal open(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Opened below.
    }
    return connect(file, false);
  }

  /** Opens the journal to read it; empty if there is none. */
  public static Optional<PowerJournal> openToRead(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    return Files.exists(file) ? Optional.of(connect(file, true)) : Optional.empty();
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

  private static PowerJournal connect(Path file, boolean reads) throws IOException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(LOCK_TIMEOUT_MILLIS);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    try {
      Connection connection =
          JDBC.createConnection("jdbc:sqlite:" + file.toUri(), config.toProperties());
      PowerJournal journal = new PowerJournal(connection);
      journal.migrate(file, reads);
      return journal;
    } catch (SQLException e) {
      throw failed(file + " cannot be used", e);
    }
  }

  private void migrate(Path file, boolean reads) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      try (ResultSet version = statement.executeQuery("PRAGMA user_version")) {
        version.next();
        if (version.getInt(1) > VERSION) {
          throw new IOException(
              file + " was written by a newer Athanor; use that one, or another state directory");
        }
      }
      if (!reads) {
        for (String sql : SCHEMA) {
          statement.execute(sql);
        }
        statement.execute("PRAGMA user_version = " + VERSION);
        connection.setAutoCommit(false);
      }
    }
  }

  private static IOException failed(String what, SQLException e) {
    return new IOException(what + ": " + e.getMessage(), e);
  }

  /**
   * Stores a state.
   *
   * @param changed whether the phase or the reason is another one than before
   */
  public void commit(String cluster, String node, NodeState state, boolean changed, Instant now)
      throws IOException {
    try {
      update(
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
      if (changed) {
        update(
            "INSERT INTO change (at, cluster, name, phase, reason) VALUES (?, ?, ?, ?, ?)",
            now.toEpochMilli(),
            cluster,
            node,
            state.phase().name(),
            state.reason());
        update(
            "DELETE FROM change WHERE sequence <= (SELECT MAX(sequence) FROM change) - ?",
            MOST_CHANGES);
      }
      connection.commit();
    } catch (SQLException e) {
      try {
        connection.rollback();
      } catch (SQLException again) {
        e.addSuppressed(again);
      }
      throw failed("the journal of nodes cannot be written", e);
    }
  }

  /** Forgets a node. */
  void forget(String cluster, String node) throws IOException {
    try {
      update("DELETE FROM node WHERE cluster = ? AND name = ?", cluster, node);
      connection.commit();
    } catch (SQLException e) {
      throw failed("the journal of nodes cannot be written", e);
    }
  }

  private void update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }

  private static Long millis(Optional<Instant> time) {
    return time.map(Instant::toEpochMilli).orElse(null);
  }

  /** All nodes that may be off, or are, by cluster and name. */
  public List<Stored> nodes() throws IOException {
    List<Stored> nodes = new ArrayList<>();
    try (PreparedStatement statement =
            connection.prepareStatement("SELECT * FROM node ORDER BY cluster, name");
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        nodes.add(new Stored(rows.getString("cluster"), rows.getString("name"), state(rows)));
      }
      if (!connection.getAutoCommit()) {
        connection.commit(); // ends the reading transaction
      }
      return nodes;
    } catch (SQLException e) {
      throw failed("the journal of nodes cannot be read", e);
    }
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
        Instant.ofEpochMilli(row.getLong("quiet")));
  }

  private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed("the journal of nodes cannot be closed", e);
    }
  }
}
