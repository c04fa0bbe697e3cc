// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteException;

/**
 * A catalogue in an SQLite file. Its journal is a write-ahead log: readers and the one writer do
 * not wait for each other, and a process that is killed leaves only whole transactions. A
 * transaction that writes takes the lock when it begins, so it cannot fail later because another
 * process has the lock.
 */
record SqliteFile(Path file) implements Database {
  private static final Pattern REPLACED_VIEW =
      Pattern.compile("CREATE OR REPLACE VIEW (?<name>\\w+)");

  private static final int LOCK_TIMEOUT_SECONDS = 60;

  @Override
  public boolean exists() {
    return Files.exists(file);
  }

  @Override
  public Database forReading() throws CatalogueException {
    boolean writable =
        !exists()
            || Files.isDirectory(file)
            || (Files.isWritable(file) && Files.isWritable(file.getParent()));
    return writable ? this : ReadOnlySqliteFile.of(this);
  }

  @Override
  public Connection connect() throws SQLException, CatalogueException {
    prepare();
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(LOCK_TIMEOUT_SECONDS * 1000);
    config.enforceForeignKeys(true);
    // A URI, because the driver reads the part of a plain name after a question mark as settings.
    Connection connection =
        JDBC.createConnection("jdbc:sqlite:" + file.toUri(), config.toProperties());
    try {
      useWriteAheadLog(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private void prepare() throws CatalogueException {
    if (Files.isDirectory(file)) {
      throw new CatalogueException(this + " is a directory; must be a file" + another());
    }
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw new CatalogueException(
          this + ": its directory cannot be created (" + e + ")" + another(), e);
    }
    if (Files.exists(file) && !(Files.isReadable(file) && Files.isWritable(file))) {
      throw new CatalogueException(this + ": permission denied; make it writable" + another());
    }
  }

  /**
   * Changes the journal's mode, which needs exclusive access to the file. SQLite does not wait for
   * that access, but it does wait for the lock of a writer. Since the mode is changed only in a new
   * file, only a writer can have it open.
   */
  private static void useWriteAheadLog(Connection connection) throws SQLException {
    long deadline = System.nanoTime() + LOCK_TIMEOUT_SECONDS * 1_000_000_000L;
    try (Statement statement = connection.createStatement()) {
      while (true) {
        try (ResultSet mode = statement.executeQuery("PRAGMA journal_mode = WAL")) {
          mode.next();
          return;
        } catch (SQLiteException e) {
          if (!isBusy(e) || System.nanoTime() > deadline) {
            throw e;
          }
        }
        statement.execute("BEGIN IMMEDIATE");
        statement.execute("ROLLBACK");
      }
    }
  }

  @Override
  public void beginReading(Connection connection) throws SQLException {
    execute(connection, "BEGIN");
  }

  @Override
  public void beginWriting(Connection connection) throws SQLException {
    execute(connection, "BEGIN IMMEDIATE");
  }

  @Override
  public void lockSchema(Connection connection) {
    // A transaction that writes has locked the whole file.
  }

  /** SQLite cannot replace a view; it has no rights on views that could be lost. */
  @Override
  public List<String> statements(String sql) {
    Matcher view = REPLACED_VIEW.matcher(sql);
    return view.lookingAt()
        ? List.of(
            "DROP VIEW IF EXISTS " + view.group("name"),
            "CREATE VIEW " + view.group("name") + sql.substring(view.end()))
        : List.of(sql);
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    execute(connection, "COMMIT");
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    execute(connection, "ROLLBACK");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static boolean isBusy(SQLiteException e) {
    return e.getResultCode().name().startsWith("SQLITE_BUSY");
  }

  @Override
  public CatalogueException explain(SQLException error) {
    String code = error instanceof SQLiteException sqlite ? sqlite.getResultCode().name() : "";
    if (code.equals("SQLITE_NOTADB") || code.startsWith("SQLITE_CORRUPT")) {
      return new CatalogueException(
          this
              + " is damaged or not an SQLite database; move it away so that a new one is created"
              + another(),
          error);
    }
    if (code.startsWith("SQLITE_BUSY")) {
      return new CatalogueException(
          this
              + ": another process has locked it for more than "
              + LOCK_TIMEOUT_SECONDS
              + " s; end that process, or try again later",
          error);
    }
    if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN")) {
      return new CatalogueException(
          this + " cannot be written; make it and its directory writable" + another(), error);
    }
    if (code.equals("SQLITE_FULL")) {
      return new CatalogueException(
          this + ": its disk is full; free some space" + another(), error);
    }
    return new CatalogueException(
        this + ": " + String.valueOf(error.getMessage()).replaceAll("\\s*\\R\\s*", " "), error);
  }

  static String another() {
    return ", or name another one (--catalogue, " + CatalogueLocation.VARIABLE + ")";
  }

  @Override
  public String toString() {
    return "catalogue " + file;
  }
}
