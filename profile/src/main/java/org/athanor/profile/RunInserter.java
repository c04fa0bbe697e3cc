// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Map;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.profile.run.Site;

/**
 * Enters a run, in the transaction of its connection. Rows that several runs share are entered
 * once. All processes enter them in the same order, which avoids deadlocks.
 */
final class RunInserter {
  private final Connection connection;

  RunInserter(Connection connection) {
    this.connection = connection;
  }

  /** Enters a run. Returns false, and changes nothing, if the catalogue has it. */
  boolean insert(Run run) throws SQLException {
    application(run.application());
    configuration(run.configuration());
    Cluster cluster = run.cluster();
    cluster(cluster);
    Origin origin = run.origin();
    boolean added =
        isNew(
            "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            run.id(),
            origin.producer(),
            origin.version(),
            origin.experiment(),
            origin.trial(),
            run.application().id(),
            run.configuration().id(),
            cluster.id(),
            run.input().description(),
            run.input().bytes(),
            run.execution().started(),
            run.execution().wallSeconds(),
            run.execution().disturbance(),
            run.execution().intermediateBytes());
    if (added) {
      phases(run);
      nodes(run);
      site(run);
    }
    return added;
  }

  private void application(Application application) throws SQLException {
    String id = application.id();
    if (isNew("INSERT INTO application VALUES (?, ?)", id, application.name())) {
      pairs("INSERT INTO application_parameter VALUES (?, ?, ?)", id, application.parameters());
    }
  }

  private void configuration(Configuration configuration) throws SQLException {
    String id = configuration.id();
    Framework framework = configuration.framework();
    boolean added =
        isNew(
            "INSERT INTO configuration VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            id,
            framework.kind(),
            framework.version(),
            framework.mode(),
            framework.java(),
            configuration.fileSystem(),
            configuration.coresPerNode(),
            configuration.memoryBytesPerNode());
    if (added) {
      pairs("INSERT INTO configuration_setting VALUES (?, ?, ?)", id, configuration.settings());
    }
  }

  private void cluster(Cluster cluster) throws SQLException {
    for (Cluster.Group group : cluster.groups()) {
      NodeKind kind = group.kind();
      isNew(
          "INSERT INTO node_kind VALUES (?, ?, ?, ?, ?, ?)",
          kind.id(),
          kind.architecture(),
          kind.cpuModel(),
          kind.processors(),
          kind.memoryBytes(),
          kind.virtualization());
    }
    if (isNew("INSERT INTO cluster VALUES (?, ?)", cluster.id(), cluster.nodes())) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO cluster_node_kind VALUES (?, ?, ?)")) {
        for (Cluster.Group group : cluster.groups()) {
          Columns.set(insert, cluster.id(), group.kind().id(), group.nodes());
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }

  private void phases(Run run) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO phase VALUES (?, ?, ?, ?, ?)")) {
      int number = 0;
      for (Phase phase : run.execution().phases()) {
        Columns.set(
            insert, run.id(), number++, phase.name(), phase.startSeconds(), phase.endSeconds());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void nodes(Run run) throws SQLException {
    try (PreparedStatement node =
            connection.prepareStatement("INSERT INTO run_node VALUES (?, ?, ?, ?)");
        PreparedStatement use =
            connection.prepareStatement("INSERT INTO resource_use VALUES (?, ?, ?, ?, ?)")) {
      for (int number = 0; number < run.nodes().size(); number++) {
        NodeUse nodeUse = run.nodes().get(number);
        Columns.set(node, run.id(), number, nodeUse.node(), nodeUse.kind().id());
        node.addBatch();
        for (Map.Entry<Resource, Amount> entry : nodeUse.amounts().entrySet()) {
          Columns.set(use, run.id(), entry.getKey().id(), number);
          amount(use, entry.getValue());
          use.addBatch();
        }
      }
      node.executeBatch();
      use.executeBatch();
    }
  }

  private void site(Run run) throws SQLException {
    Site site = run.site();
    if (site.equals(Site.UNKNOWN)) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO run_site VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      Columns.set(
          insert,
          run.id(),
          site.cluster(),
          site.storage(),
          site.network(),
          site.processorsPerNode(),
          site.scheduling().occupancy(),
          site.scheduling().queueSeconds(),
          site.scheduling().vcoreSeconds(),
          site.scheduling().memoryByteSeconds());
      insert.executeUpdate();
    }
  }

  private static void amount(PreparedStatement use, Amount amount) throws SQLException {
    if (amount instanceof Amount.Known known) {
      use.setDouble(4, known.value());
      use.setNull(5, Types.VARCHAR);
    } else if (amount instanceof Amount.Unknown unknown) {
      use.setNull(4, Types.DOUBLE);
      use.setString(5, unknown.reason());
    }
  }

  private boolean isNew(String insert, Object... values) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(insert + " ON CONFLICT DO NOTHING")) {
      Columns.set(statement, values);
      return statement.executeUpdate() > 0;
    }
  }

  private void pairs(String sql, String id, Map<String, String> pairs) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (Map.Entry<String, String> pair : pairs.entrySet()) {
        Columns.set(insert, id, pair.getKey(), pair.getValue());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
