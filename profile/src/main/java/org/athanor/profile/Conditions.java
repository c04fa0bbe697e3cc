// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A {@link RunFilter} as an SQL condition on {@code run_summary}, with values as parameters. */
final class Conditions {
  private final StringBuilder sql = new StringBuilder("1 = 1");
  private final List<Object> values = new ArrayList<>();

  Conditions(RunFilter filter) {
    equal("s.run_id", filter.runId());
    equal("s.application", filter.application());
    equal("s.application_id", filter.applicationId());
    equal("s.framework", filter.framework());
    equal("s.configuration_id", filter.configurationId());
    equal("s.cluster_id", filter.clusterId());
    size("s.input_bytes >= ?", filter.leastInputBytes());
    size("s.input_bytes <= ?", filter.mostInputBytes());
    if (filter.undisturbed()) {
      sql.append(" AND s.disturbance IS NULL");
    }
  }

  private void equal(String column, Optional<String> value) {
    value.ifPresent(
        text -> {
          sql.append(" AND ").append(column).append(" = ?");
          values.add(text);
        });
  }

  private void size(String condition, OptionalLong value) {
    value.ifPresent(
        bytes -> {
          sql.append(" AND ").append(condition);
          values.add(bytes);
        });
  }

  /** The condition for {@code WHERE}; the view must be named {@code run_summary s}. */
  String sql() {
    return sql.toString();
  }

  /** Sets the parameters of a statement that contains {@link #sql} once. */
  void set(PreparedStatement statement) throws SQLException {
    Columns.set(statement, values.toArray());
  }

  /**
   * Sets the parameters of a statement that contains, twice, {@code own} followed by {@link #sql}.
   */
  void setTwiceAfter(PreparedStatement statement, Object own) throws SQLException {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      all.add(own);
      all.addAll(values);
    }
    Columns.set(statement, all.toArray());
  }
}
