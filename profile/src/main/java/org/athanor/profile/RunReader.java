// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;

/**
 * Reads runs through three cursors, over runs, phases and resources. The cursors have the same
 * order and advance together. So there are three queries for any number of runs, and one run is in
 * memory.
 */
final class RunReader {
  // Without the view's resources: each costs a query.
  private static final String RUN_COLUMNS =
      "s.run_id, s.producer, s.producer_version, s.experiment, s.trial, s.application_id,"
          + " s.configuration_id, s.input, s.input_bytes, s.started_at, s.wall_seconds,"
          + " s.disturbance";

  /** Those that the view of an older schema does not have. */
  private static final List<String> LATER_COLUMNS =
      List.of(
          "intermediate_bytes",
          "resource_cluster",
          "storage_class",
          "network_class",
          "processors_per_node",
          "occupancy_ratio",
          "queue_seconds",
          "vcore_seconds",
          "memory_byte_seconds");

  private static final String ORDER = " ORDER BY s.started_at, s.run_id";

  private final Connection connection;
  private final Conditions conditions;
  private final SharedRows shared;

  RunReader(Connection connection, RunFilter filter) {
    this.connection = connection;
    this.conditions = new Conditions(filter);
    this.shared = new SharedRows(connection);
  }

  /** Passes each run to the consumer, the oldest first. */
  void read(Consumer<? super Run> consumer) throws SQLException {
    try (Cursor runs =
            open(
                "SELECT "
                    + RUN_COLUMNS
                    + laterColumns()
                    + " FROM run_summary s WHERE "
                    + conditions.sql()
                    + ORDER);
        Cursor phases =
            open(
                "SELECT p.* FROM run_summary s JOIN phase p ON p.run_id = s.run_id WHERE "
                    + conditions.sql()
                    + ORDER
                    + ", p.phase_number");
        Cursor uses =
            open(
                "SELECT n.run_id, n.node_number, n.node_name, n.node_kind_id, u.resource, u.amount,"
                    + " u.unknown_reason FROM run_summary s JOIN run_node n ON n.run_id = s.run_id"
                    + " LEFT JOIN resource_use u ON u.run_id = n.run_id"
                    + " AND u.node_number = n.node_number WHERE "
                    + conditions.sql()
                    + ORDER
                    + ", n.node_number")) {
      for (; runs.onRow(); runs.advance()) {
        consumer.accept(run(runs.row(), phases, uses));
      }
    }
  }

  /** The later columns; NULL in place of each that the view does not have. */
  private String laterColumns() throws SQLException {
    Set<String> present = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery("SELECT * FROM run_summary LIMIT 0")) {
      ResultSetMetaData columns = none.getMetaData();
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        present.add(columns.getColumnLabel(i));
      }
    }
    return LATER_COLUMNS.stream()
        .map(column -> present.contains(column) ? ", s." + column : ", NULL AS " + column)
        .collect(Collectors.joining());
  }

  private Cursor open(String sql) throws SQLException {
    return Cursor.open(connection, sql, conditions);
  }

  private Run run(ResultSet row, Cursor phases, Cursor uses) throws SQLException {
    String id = row.getString("run_id");
    return new Run(
        id,
        new Origin(
            row.getString("producer"),
            row.getString("producer_version"),
            Columns.optionalText(row, "experiment"),
            row.getString("trial")),
        shared.application(row.getString("application_id")),
        shared.configuration(row.getString("configuration_id")),
        new Input(row.getString("input"), Columns.optionalLong(row, "input_bytes")),
        new Execution(
            Instant.parse(row.getString("started_at")),
            row.getDouble("wall_seconds"),
            Columns.optionalText(row, "disturbance"),
            phases(id, phases),
            Columns.optionalLong(row, "intermediate_bytes")),
        nodes(id, uses),
        site(row));
  }

  private static Site site(ResultSet row) throws SQLException {
    return new Site(
        Columns.optionalText(row, "resource_cluster"),
        Columns.optionalText(row, "storage_class"),
        Columns.optionalText(row, "network_class"),
        Columns.optionalDouble(row, "processors_per_node"),
        new Site.Scheduling(
            Columns.optionalDouble(row, "occupancy_ratio"),
            Columns.optionalDouble(row, "queue_seconds"),
            Columns.optionalDouble(row, "vcore_seconds"),
            Columns.optionalDouble(row, "memory_byte_seconds")));
  }

  private static List<Phase> phases(String id, Cursor cursor) throws SQLException {
    List<Phase> phases = new ArrayList<>();
    for (; cursor.isAt(id); cursor.advance()) {
      ResultSet row = cursor.row();
      phases.add(
          new Phase(
              row.getString("name"), row.getDouble("start_seconds"), row.getDouble("end_seconds")));
    }
    return phases;
  }

  private List<NodeUse> nodes(String id, Cursor cursor) throws SQLException {
    List<NodeUse> nodes = new ArrayList<>();
    while (cursor.isAt(id)) {
      nodes.add(node(id, cursor));
    }
    return nodes;
  }

  private NodeUse node(String id, Cursor cursor) throws SQLException {
    int number = cursor.row().getInt("node_number");
    String name = cursor.row().getString("node_name");
    String kind = cursor.row().getString("node_kind_id");
    Map<Resource, Amount> amounts = new TreeMap<>();
    for (; cursor.isAt(id) && cursor.row().getInt("node_number") == number; cursor.advance()) {
      ResultSet row = cursor.row();
      Optional<Resource> resource = Columns.optionalText(row, "resource").map(Resource::of);
      if (resource.isPresent()) {
        amounts.put(resource.get(), amount(row));
      }
    }
    return new NodeUse(name, shared.nodeKind(kind), amounts);
  }

  private static Amount amount(ResultSet row) throws SQLException {
    Optional<String> reason = Columns.optionalText(row, "unknown_reason");
    return reason.isPresent() ? Amount.unknown(reason.get()) : Amount.of(row.getDouble("amount"));
  }
}
