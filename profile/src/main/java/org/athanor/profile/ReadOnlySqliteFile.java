// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteException;

/**
 * A catalogue in an SQLite file that this process may read but not write: another user's, or one on
 * a read-only file system.
 *
 * <p>SQLite's write-ahead log has a second file, which readers must write too. It exists while a
 * writer has the catalogue open; this class then reads the catalogue through it, with its locks. If
 * it does not exist, the catalogue is read as a file that does not change. If another process
 * writes to it meanwhile, the transaction fails and the message says so.
 */
final class ReadOnlySqliteFile implements Database {
  private final SqliteFile catalogue;
  private final boolean log;
  private final FileTime modified;
  private final long bytes;

  private ReadOnlySqliteFile(SqliteFile catalogue, boolean log, FileTime modified, long bytes) {
    this.catalogue = catalogue;
    this.log = log;
    this.modified = modified;
    this.bytes = bytes;
  }

  /** Notes the present state of the file, so that a later change is noticed. */
  static ReadOnlySqliteFile of(SqliteFile catalogue) throws CatalogueException {
    Path file = catalogue.file();
    try {
      boolean log = Files.exists(log(file));
      return new ReadOnlySqliteFile(
          catalogue, log, Files.getLastModifiedTime(file), Files.size(file));
    } catch (IOException e) {
      throw new CatalogueException(catalogue + " cannot be read (" + e + ")", e);
    }
  }

  private static Path log(Path file) {
    return file.resolveSibling(file.getFileName() + "-wal");
  }

  @Override
  public boolean exists() {
    return catalogue.exists();
  }

  @Override
  public Connection connect() throws SQLException, CatalogueException {
    if (!Files.isReadable(catalogue.file())) {
      throw new CatalogueException(
          catalogue + ": permission denied; make it readable" + SqliteFile.another());
    }
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    String url = "jdbc:sqlite:" + catalogue.file().toUri() + (log ? "" : "?immutable=1");
    return JDBC.createConnection(url, config.toProperties());
  }

  @Override
  public void beginReading(Connection connection) throws SQLException {
    catalogue.beginReading(connection);
  }

  /**
   * Fails. Only the creation of the schema in an empty file calls it: a caller that writes does not
   * open a catalogue for reading.
   */
  @Override
  public void beginWriting(Connection connection) throws SQLException {
    throw new SQLException(
        "is empty and cannot be written; make it and its directory writable once");
  }

  @Override
  public void lockSchema(Connection connection) {
    throw new IllegalStateException(this + ": is read only");
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    catalogue.commit(connection);
    if (!log && !isUnchanged()) {
      throw new SQLException("another process wrote to it while it was read; try again");
    }
  }

  private boolean isUnchanged() throws SQLException {
    Path file = catalogue.file();
    try {
      return !Files.exists(log(file))
          && Files.getLastModifiedTime(file).equals(modified)
          && Files.size(file) == bytes;
    } catch (IOException e) {
      throw new SQLException("cannot be read (" + e + ")", e);
    }
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    catalogue.rollback(connection);
  }

  @Override
  public CatalogueException explain(SQLException error) {
    String code = error instanceof SQLiteException sqlite ? sqlite.getResultCode().name() : "";
    if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN")) {
      return new CatalogueException(
          this
              + ": the process that wrote to it has just ended or was killed; try again, or make"
              + " its directory writable",
          error);
    }
    return catalogue.explain(error);
  }

  @Override
  public String toString() {
    return catalogue.toString();
  }
}
