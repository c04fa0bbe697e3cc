// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.SQLException;

/** What differs between databases: connecting, locking, and how they say what is wrong. */
sealed interface Database permits SqliteFile, ReadOnlySqliteFile, PostgresqlServer {

  boolean exists();

  /** The same database for somebody who only reads, and may have no right to more. */
  default Database forReading() throws CatalogueException {
    return this;
  }

  /** A connection that is ready for {@link #beginReading} and {@link #beginWriting}. */
  Connection connect() throws SQLException, CatalogueException;

  /** Until the transaction's end the same state is read, whatever others write. */
  void beginReading(Connection connection) throws SQLException;

  void beginWriting(Connection connection) throws SQLException;

  /** Within a transaction that writes: no other process changes the schema until its end. */
  void lockSchema(Connection connection) throws SQLException;

  void commit(Connection connection) throws SQLException;

  void rollback(Connection connection) throws SQLException;

  CatalogueException explain(SQLException error);
}
