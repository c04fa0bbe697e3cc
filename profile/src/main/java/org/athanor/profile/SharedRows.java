// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.NodeKind;

/** Reads rows that many runs share. Each is read once and then retained. */
final class SharedRows {

  private interface Read<T> {
    T from(String id) throws SQLException;
  }

  private final Connection connection;
  private final Map<String, Application> applications = new HashMap<>();
  private final Map<String, Configuration> configurations = new HashMap<>();
  private final Map<String, NodeKind> nodeKinds = new HashMap<>();
  private final Map<String, Cluster> clusters = new HashMap<>();

  SharedRows(Connection connection) {
    this.connection = connection;
  }

  Application application(String id) throws SQLException {
    return once(applications, id, this::readApplication);
  }

  Configuration configuration(String id) throws SQLException {
    return once(configurations, id, this::readConfiguration);
  }

  NodeKind nodeKind(String id) throws SQLException {
    return once(nodeKinds, id, this::readNodeKind);
  }

  Cluster cluster(String id) throws SQLException {
    return once(clusters, id, this::readCluster);
  }

  private static <T> T once(Map<String, T> known, String id, Read<T> read) throws SQLException {
    T value = known.get(id);
    if (value == null) {
      value = read.from(id);
      known.put(id, value);
    }
    return value;
  }

  private Application readApplication(String id) throws SQLException {
    try (PreparedStatement statement =
            select("SELECT name FROM application WHERE application_id = ?", id);
        ResultSet row = one(statement)) {
      return new Application(
          row.getString("name"),
          pairs("SELECT name, value FROM application_parameter WHERE application_id = ?", id));
    }
  }

  private Configuration readConfiguration(String id) throws SQLException {
    try (PreparedStatement statement =
            select("SELECT * FROM configuration WHERE configuration_id = ?", id);
        ResultSet row = one(statement)) {
      return new Configuration(
          new Framework(
              row.getString("framework"),
              row.getString("framework_version"),
              row.getString("mode"),
              row.getString("java")),
          row.getString("file_system"),
          row.getInt("cores_per_node"),
          row.getLong("memory_bytes_per_node"),
          pairs("SELECT name, value FROM configuration_setting WHERE configuration_id = ?", id));
    }
  }

  private NodeKind readNodeKind(String id) throws SQLException {
    try (PreparedStatement statement =
            select("SELECT * FROM node_kind WHERE node_kind_id = ?", id);
        ResultSet row = one(statement)) {
      return new NodeKind(
          row.getString("architecture"),
          row.getString("cpu_model"),
          row.getInt("processors"),
          row.getLong("memory_bytes"),
          Columns.optionalText(row, "virtualization"));
    }
  }

  private Cluster readCluster(String id) throws SQLException {
    List<Cluster.Group> groups = new ArrayList<>();
    try (PreparedStatement statement =
            select("SELECT node_kind_id, nodes FROM cluster_node_kind WHERE cluster_id = ?", id);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        groups.add(new Cluster.Group(nodeKind(row.getString("node_kind_id")), row.getInt("nodes")));
      }
    }
    return new Cluster(groups);
  }

  private PreparedStatement select(String sql, String id) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setString(1, id);
    return statement;
  }

  /** The row of a foreign key, which the database checks, so the row exists. */
  private static ResultSet one(PreparedStatement statement) throws SQLException {
    ResultSet row = statement.executeQuery();
    row.next();
    return row;
  }

  private Map<String, String> pairs(String sql, String id) throws SQLException {
    Map<String, String> pairs = new TreeMap<>();
    try (PreparedStatement statement = select(sql, id);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        pairs.put(row.getString("name"), row.getString("value"));
      }
    }
    return pairs;
  }
}
