// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The differences between databases: connections, locks, and error messages. */
sealed interface Database permits SqliteFile, ReadOnlySqliteFile, PostgresqlServer {

  boolean exists();

  /** The same database for reading only, also if this process has no right to write. */
  default Database forReading() throws CatalogueException {
    return this;
  }

  /** A connection that is ready for {@link #beginReading} and {@link #beginWriting}. */
  Connection connect() throws SQLException, CatalogueException;

  /** Begins a transaction that reads the same state until its end, whatever others write. */
  void beginReading(Connection connection) throws SQLException;

  void beginWriting(Connection connection) throws SQLException;

  /**
   * Prevents other processes from changing the schema until the end of the transaction, which must
   * be one that writes.
   */
  void lockSchema(Connection connection) throws SQLException;

  /** The statements that do what one of PostgreSQL does. */
  default List<String> statements(String sql) {
    return List.of(sql);
  }

  void commit(Connection connection) throws SQLException;

  void rollback(Connection connection) throws SQLException;

  CatalogueException explain(SQLException error);
}
