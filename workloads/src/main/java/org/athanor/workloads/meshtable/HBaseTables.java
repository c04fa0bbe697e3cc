// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.athanor.workloads.mesh.MeshTable;
import org.athanor.workloads.mesh.TableMesh;
import org.athanor.workloads.usage.UsageException;

/** Opens meshes in tables of the HBase that {@code hbase-site.xml} on the class path names. */
public final class HBaseTables implements MeshTable.Provider {
  /** Seconds in which HBase must answer. By itself its client tries for many minutes. */
  private static final int PATIENCE = 60;

  /** For {@link java.util.ServiceLoader}. */
  public HBaseTables() {}

  @Override
  public MeshTable open(Configuration configuration, TableMesh mesh) throws IOException {
    TableName name;
    try {
      name = TableName.valueOf(mesh.table());
    } catch (IllegalArgumentException e) {
      throw new UsageException("--table " + mesh.table() + ": " + e.getMessage());
    }
    Configuration settings = HBaseConfiguration.create(configuration);
    AtomicLong connections = new AtomicLong();
    FutureTask<Connection> opening =
        new FutureTask<>(
            () -> {
              Connection connection = HBaseConnections.to(settings, connections::incrementAndGet);
              try (Admin admin = connection.getAdmin()) {
                admin.tableExists(name);
              }
              return connection;
            });
    Thread thread = new Thread(opening, "mesh-table-opening");
    thread.setDaemon(true);
    thread.start();
    String cluster = HBaseConnections.cluster(settings);
    try {
      return new HBaseMeshTable(
          settings, mesh, opening.get(PATIENCE, TimeUnit.SECONDS), connections);
    } catch (TimeoutException e) {
      opening.cancel(true);
      HBaseConnections.closeAll();
      throw unreachable(cluster, "no answer within " + PATIENCE + " s", e);
    } catch (ExecutionException e) {
      HBaseConnections.closeAll();
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw unreachable(cluster, firstLine(e.getCause()), e);
    } catch (InterruptedException e) {
      opening.cancel(true);
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for HBase at " + cluster, e);
    }
  }

  /** HBase's messages may have a line for each attempt, or there is none. */
  private static String firstLine(Throwable failed) {
    return Objects.requireNonNullElse(failed.getMessage(), failed.toString())
        .lines()
        .findFirst()
        .orElseGet(failed::toString);
  }

  private static IOException unreachable(String cluster, String why, Exception cause) {
    return new IOException(
        "HBase at "
            + cluster
            + ": "
            + why
            + "; must run there, or hbase.zookeeper.quorum in hbase-site.xml must say where",
        cause);
  }
}
