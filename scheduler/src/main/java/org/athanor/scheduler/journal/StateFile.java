// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/**
 * An SQLite file in the state directory that its owner only can read. Each change is one
 * transaction, and is on disk when the method returns. A version has all tables of those before it,
 * as they were. Not thread-safe.
 */
public final class StateFile implements Closeable {
  private static final int LOCK_TIMEOUT_MILLIS = 10_000;
  private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS ([a-z_]+)");

  private final Kind kind;
  private final Connection connection;
  private boolean holds; // what is read is as it was at one moment

  /**
   * What is in a file.
   *
   * @param title for messages, such as {@code the journal}
   * @param version of the schema, from 1; newer files are refused
   * @param schema statements that create each table and index if there is none
   */
  public record Kind(String title, int version, List<String> schema) {}

  /** Changes of one transaction. */
  @FunctionalInterface
  public interface Work {
    /** Makes the changes. */
    void run() throws SQLException;
  }

  /** Reads a row. */
  @FunctionalInterface
  public interface Row<T> {
    /** Returns what is in a row. */
    T of(ResultSet row) throws SQLException;
  }

  private StateFile(Kind kind, Connection connection) {
    this.kind = kind;
    this.connection = connection;
  }

  /** Opens a file, and creates it if there is none. */
  public static StateFile open(Path path, Kind kind) throws IOException {
    try {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Opened below.
    }
    return connect(path, kind, false);
  }

  /**
   * Opens a file to read it; empty if there is none. Writes nothing: one of an older version stays
   * as it is.
   */
  public static Optional<StateFile> openToRead(Path path, Kind kind) throws IOException {
    return Files.exists(path) ? Optional.of(connect(path, kind, true)) : Optional.empty();
  }

  private static StateFile connect(Path path, Kind kind, boolean reads) throws IOException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(LOCK_TIMEOUT_MILLIS);
    if (reads) {
      config.setReadOnly(true);
    } else {
      config.setJournalMode(SQLiteConfig.JournalMode.WAL);
      config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    }
    Connection connection = null;
    boolean usable = false;
    try {
      connection = JDBC.createConnection("jdbc:sqlite:" + path.toUri(), config.toProperties());
      StateFile file = new StateFile(kind, connection);
      int version = file.version(path);
      if (reads) {
        file.substituteMissingTables();
      } else {
        file.migrate(version);
      }
      usable = true;
      return file;
    } catch (SQLException e) {
      throw failed(path + " cannot be used", e);
    } finally {
      if (connection != null && !usable) {
        closeQuietly(connection);
      }
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      return; // why it cannot be used counts more
    }
  }

  private int version(Path path) throws SQLException, IOException {
    try (Statement statement = connection.createStatement();
        ResultSet version = statement.executeQuery("PRAGMA user_version")) {
      version.next();
      int found = version.getInt(1);
      if (found > kind.version()) {
        throw new IOException(
            path + " was written by a newer Athanor; use that one, or another state directory");
      }
      return found;
    }
  }

  /** Tables that an older version did not have are added; what it wrote is as it is now. */
  private void migrate(int version) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : kind.schema()) {
        statement.execute(sql);
      }
      if (version < kind.version()) {
        statement.execute("PRAGMA user_version = " + kind.version());
      }
    }
    connection.setAutoCommit(false);
  }

  /**
   * Who only reads must not change a file that an older version wrote, and may still write: the
   * tables that it has not are empty ones of this connection.
   */
  private void substituteMissingTables() throws SQLException {
    Set<String> found = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet names = statement.executeQuery("SELECT name FROM sqlite_master")) {
      while (names.next()) {
        found.add(names.getString(1));
      }
    }
    try (Statement statement = connection.createStatement()) {
      for (String sql : kind.schema()) {
        Matcher table = TABLE.matcher(sql);
        if (table.lookingAt() && !found.contains(table.group(1))) {
          statement.execute("CREATE TEMP TABLE " + sql.substring(table.start(1)));
        }
      }
    }
  }

  private static IOException failed(String what, SQLException e) {
    return new IOException(what + ": " + e.getMessage(), e);
  }

  /** Makes all changes, or none. */
  public void transaction(Work work) throws IOException {
    try {
      work.run();
      connection.commit();
    } catch (SQLException e) {
      try {
        connection.rollback();
      } catch (SQLException again) {
        e.addSuppressed(again);
      }
      throw failed(kind.title() + " cannot be written", e);
    }
  }

  /** Changes rows, in a transaction; returns how many. */
  public int update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, values);
      return statement.executeUpdate();
    }
  }

  /** Rows of a query. */
  public <T> List<T> rows(String sql, Row<T> reader, Object... values) throws IOException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      set(statement, values);
      List<T> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(reader.of(result));
        }
      }
      if (!holds && !connection.getAutoCommit()) {
        connection.commit(); // ends the reading transaction
      }
      return rows;
    } catch (SQLException e) {
      throw failed(kind.title() + " cannot be read", e);
    }
  }

  private static void set(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  /**
   * Lets all that is read from now on be as it is now, until this is closed; of a file that was
   * opened to read.
   */
  public void hold() throws IOException {
    try {
      connection.setAutoCommit(false);
      holds = true;
    } catch (SQLException e) {
      throw failed(kind.title() + " cannot be read", e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(kind.title() + " cannot be closed", e);
    }
  }
}
