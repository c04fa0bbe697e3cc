// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.athanor.profile.run.Application;

/**
 * Medians and sizes, computed by the database. A median of an even number of runs is the mean of
 * the middle two. The databases have no common function for it.
 */
final class Statistics {
  private static final String MEDIANS =
      """
      SELECT application_id, configuration_id, cluster_id, input_bytes,
        max(runs) AS runs, avg(amount) AS median, max(least) AS least, max(most) AS most
      FROM (
        SELECT application_id, configuration_id, cluster_id, input_bytes, amount,
          row_number() OVER (
            PARTITION BY application_id, configuration_id, cluster_id, input_bytes
            ORDER BY amount) AS place,
          count(*) OVER alike AS runs, min(amount) OVER alike AS least,
          max(amount) OVER alike AS most
        FROM (
          SELECT application_id, configuration_id, cluster_id, input_bytes, %s AS amount
          FROM run_summary s WHERE %s) measured
        WHERE amount IS NOT NULL
        WINDOW alike AS (PARTITION BY application_id, configuration_id, cluster_id, input_bytes)
      ) ranked
      WHERE place IN ((runs + 1) / 2, (runs + 2) / 2)
      GROUP BY application_id, configuration_id, cluster_id, input_bytes
      """;

  private static final String THROUGHPUTS =
      """
      SELECT application_id, framework, node_kind_id, max(runs) AS runs, avg(speed) AS median
      FROM (
        SELECT application_id, framework, node_kind_id, speed,
          row_number() OVER (
            PARTITION BY application_id, framework, node_kind_id ORDER BY speed) AS place,
          count(*) OVER (PARTITION BY application_id, framework, node_kind_id) AS runs
        FROM (
          SELECT s.application_id, s.framework, k.node_kind_id,
            s.input_bytes / s.wall_seconds / s.nodes AS speed
          FROM run_summary s
          JOIN cluster_node_kind k ON k.cluster_id = s.cluster_id AND k.nodes = s.nodes
          WHERE s.input_bytes IS NOT NULL AND %s) measured
      ) ranked
      WHERE place IN ((runs + 1) / 2, (runs + 2) / 2)
      GROUP BY application_id, framework, node_kind_id
      """;

  private static final String AROUND =
      """
      SELECT
        (SELECT max(input_bytes) FROM run_summary s WHERE input_bytes <= ? AND %1$s) AS below,
        (SELECT min(input_bytes) FROM run_summary s WHERE input_bytes >= ? AND %1$s) AS above
      """;

  private static final Comparator<Application> BY_NAME =
      Comparator.comparing(Application::name)
          .thenComparing(application -> application.parameters().toString());

  private final Connection connection;
  private final Conditions conditions;
  private final SharedRows shared;

  Statistics(Connection connection, RunFilter filter) {
    this.connection = connection;
    this.conditions = new Conditions(filter);
    this.shared = new SharedRows(connection);
  }

  List<Typical> medians(Measure measure) throws SQLException {
    List<Typical> medians = new ArrayList<>();
    String sql = MEDIANS.formatted(measure.id(), conditions.sql());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      conditions.set(statement);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          medians.add(
              new Typical(
                  new Typical.Group(
                      shared.application(row.getString("application_id")),
                      shared.configuration(row.getString("configuration_id")),
                      shared.cluster(row.getString("cluster_id")),
                      Columns.optionalLong(row, "input_bytes")),
                  new Typical.Spread(
                      row.getLong("runs"),
                      row.getDouble("median"),
                      row.getDouble("least"),
                      row.getDouble("most"))));
        }
      }
    }
    medians.sort(
        Comparator.comparing((Typical typical) -> typical.group().application(), BY_NAME)
            .thenComparing(typical -> typical.group().cluster().nodes())
            .thenComparing(typical -> typical.group().cluster().id())
            .thenComparing(typical -> typical.group().inputBytes().orElse(-1))
            .thenComparing(typical -> typical.spread().median())
            .thenComparing(typical -> typical.group().configuration().id()));
    return medians;
  }

  List<Throughput> throughputs() throws SQLException {
    List<Throughput> throughputs = new ArrayList<>();
    String sql = THROUGHPUTS.formatted(conditions.sql());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      conditions.set(statement);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          throughputs.add(
              new Throughput(
                  shared.application(row.getString("application_id")),
                  row.getString("framework"),
                  shared.nodeKind(row.getString("node_kind_id")),
                  row.getLong("runs"),
                  row.getDouble("median")));
        }
      }
    }
    throughputs.sort(
        Comparator.comparing(Throughput::application, BY_NAME)
            .thenComparing(
                Comparator.comparingDouble(Throughput::medianBytesPerSecondPerNode).reversed())
            .thenComparing(Throughput::framework)
            .thenComparing(throughput -> throughput.nodeKind().id()));
    return throughputs;
  }

  OptionalLong nearestInputBytes(long bytes) throws SQLException {
    String sql = AROUND.formatted(conditions.sql());
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      conditions.setTwiceAfter(statement, bytes);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        OptionalLong below = Columns.optionalLong(row, "below");
        OptionalLong above = Columns.optionalLong(row, "above");
        if (below.isEmpty() || above.isEmpty()) {
          return below.isPresent() ? below : above;
        }
        double smaller = (double) bytes / below.getAsLong();
        double larger = (double) above.getAsLong() / bytes;
        return smaller <= larger ? below : above;
      }
    }
  }
}
