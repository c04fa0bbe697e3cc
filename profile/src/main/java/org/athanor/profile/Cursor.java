// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The rows of a query, ordered by run. Only some rows are in memory at a time. */
final class Cursor implements AutoCloseable {
  private static final int FETCHED_ROWS = 500;

  private final PreparedStatement statement;
  private final ResultSet rows;
  private boolean onRow;

  private Cursor(PreparedStatement statement, ResultSet rows) {
    this.statement = statement;
    this.rows = rows;
  }

  /**
   * @param sql a query that has a column {@code run_id} and contains the conditions once
   */
  static Cursor open(Connection connection, String sql, Conditions conditions) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      statement.setFetchSize(FETCHED_ROWS);
      conditions.set(statement);
      Cursor cursor = new Cursor(statement, statement.executeQuery());
      cursor.advance();
      return cursor;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  void advance() throws SQLException {
    onRow = rows.next();
  }

  boolean onRow() {
    return onRow;
  }

  boolean isAt(String runId) throws SQLException {
    return onRow && rows.getString("run_id").equals(runId);
  }

  ResultSet row() {
    return rows;
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
