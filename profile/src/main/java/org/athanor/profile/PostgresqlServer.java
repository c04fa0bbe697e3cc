// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.Driver;

/** A catalogue in a PostgreSQL database, in the schema that its URL or the server chooses. */
final class PostgresqlServer implements Database {
  /** Any number: whoever changes a catalogue's schema takes this lock. */
  private static final long SCHEMA_LOCK = 0x617468616e6f72L;

  private final String url;

  private PostgresqlServer(String url) {
    this.url = url;
  }

  static PostgresqlServer at(String url) throws CatalogueException {
    PostgresqlServer server = new PostgresqlServer(url);
    if (Driver.parseURL(url, null) == null) {
      throw new CatalogueException(
          server + ": is no URL of PostgreSQL; must be jdbc:postgresql://HOST/DATABASE?user=NAME");
    }
    return server;
  }

  /** Cannot be known without asking it. */
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
            + ") or ask who runs the server",
        error);
  }

  /** Without the parameters, of which one may be a password. */
  @Override
  public String toString() {
    return "catalogue " + url.replaceFirst("\\?.*", "");
  }
}
