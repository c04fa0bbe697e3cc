// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.Driver;

/** A catalogue in a PostgreSQL database, in the schema that the URL or the server selects. */
final class PostgresqlServer implements Database {
  /** The id of the lock for changes of a catalogue's schema; the number itself has no meaning. */
  private static final long SCHEMA_LOCK = 0x617468616e6f72L;

  private final String url;

  private PostgresqlServer(String url) {
    this.url = url;
  }

  static PostgresqlServer at(String url) throws CatalogueException {
    PostgresqlServer server = new PostgresqlServer(url);
    if (Driver.parseURL(url, null) == null) {
      throw new CatalogueException(
          server + ": is not a PostgreSQL URL; must be jdbc:postgresql://HOST/DATABASE?user=NAME");
    }
    return server;
  }

  /** True, since this cannot be known without a connection. */
  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "athanor");
    Connection connection = new Driver().connect(url, properties);
    try {
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public void beginReading(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
  }

  @Override
  public void beginWriting(Connection connection) throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
  }

  @Override
  public void lockSchema(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
    }
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    connection.commit();
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    connection.rollback();
  }

  @Override
  public CatalogueException explain(SQLException error) {
    String message = String.valueOf(error.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    return new CatalogueException(
        this
            + ": "
            + message.replaceAll("\\.$", "")
            + "; correct the URL (--catalogue, "
            + CatalogueLocation.VARIABLE
            + ") or ask the server's administrator",
        error);
  }

  /** The URL without its parameters, which may contain a password. */
  @Override
  public String toString() {
    return "catalogue " + url.replaceFirst("\\?.*", "");
  }
}
