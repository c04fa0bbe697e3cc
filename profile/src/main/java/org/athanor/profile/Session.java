// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.SQLException;

/** A connection and its transactions. Not thread-safe. */
final class Session implements AutoCloseable {

  /** The work of one transaction. */
  interface Work<T> {
    T with(Connection connection) throws SQLException, CatalogueException;
  }

  private final Database database;
  private final Connection connection;

  private Session(Database database, Connection connection) {
    this.database = database;
    this.connection = connection;
  }

  static Session open(Database database) throws CatalogueException {
    try {
      return new Session(database, database.connect());
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  <T> T read(Work<T> work) throws CatalogueException {
    try {
      database.beginReading(connection);
      return finish(work);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  <T> T write(Work<T> work) throws CatalogueException {
    try {
      database.beginWriting(connection);
      return finish(work);
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }

  private <T> T finish(Work<T> work) throws SQLException, CatalogueException {
    boolean done = false;
    try {
      T result = work.with(connection);
      database.commit(connection);
      done = true;
      return result;
    } finally {
      if (!done) {
        abandon();
      }
    }
  }

  /** Rolls the transaction back. The exception that is the reason is already being thrown. */
  private void abandon() throws SQLException {
    try {
      database.rollback(connection);
    } catch (SQLException e) {
      // The database has rolled back by itself, or cannot be reached. Closing ends the transaction.
      connection.close();
    }
  }

  @Override
  public void close() throws CatalogueException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw database.explain(e);
    }
  }
}
