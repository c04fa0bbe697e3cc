// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.athanor.workloads.mesh.MeshTable;
import org.athanor.workloads.mesh.TableMesh;
import org.athanor.workloads.usage.UsageException;

/** A mesh in a table of HBase. */
final class HBaseMeshTable implements MeshTable {
  private static final byte[] FAMILY = Bytes.toBytes(MeshCells.FAMILY);

  /** Qualifier, in the first row, of the mark of an import that has not ended. */
  private static final byte[] IMPORTING = Bytes.toBytes("importing");

  /** The engine's key for the class loaders of tasks; Hadoop's own frameworks do not know it. */
  private static final String ISOLATION = "athanor.task.isolation";

  private final Configuration configuration;
  private final TableMesh mesh;
  private final TableName name;
  private final MeshRows rows;
  private final Connection connection;
  private final AtomicLong connections;

  HBaseMeshTable(
      Configuration configuration, TableMesh mesh, Connection connection, AtomicLong connections) {
    this.configuration = configuration;
    this.mesh = mesh;
    this.connection = connection;
    this.connections = connections;
    name = TableName.valueOf(mesh.table());
    rows = new MeshRows(mesh);
  }

  /**
   * Makes a job read the mesh. On Athanor, its tasks share one copy of the job's classes, and so
   * one connection; the classes of the queries have no static state.
   */
  @Override
  public void into(Job job) {
    prepare(job);
    job.setInputFormatClass(MeshTableInputFormat.class);
  }

  @Override
  public void importing(Job job, List<Path> files) {
    prepare(job);
    if (files.size() > MeshCells.MOST_FILES) {
      throw new UsageException(
          files.size() + " files of a mesh; must be at most " + MeshCells.MOST_FILES);
    }
    job.getConfiguration()
        .set(
            ImportMapper.FILES,
            files.stream().map(Path::toString).collect(Collectors.joining("\n")));
    job.setMapperClass(ImportMapper.class);
    job.setOutputFormatClass(NullOutputFormat.class);
  }

  private void prepare(Job job) {
    Configuration settings = job.getConfiguration();
    // All of HBase's settings, so that tasks need no files of it. What the job has been given
    // stays; HBase's own method for this would set the defaults again.
    for (Map.Entry<String, String> setting : configuration) {
      if (settings.getRaw(setting.getKey()) == null) {
        settings.set(setting.getKey(), setting.getValue());
      }
    }
    MeshTableInputFormat.setMesh(settings, mesh);
    settings.setIfUnset(ISOLATION, "shared");
    ClientJars.addTo(settings);
  }

  @Override
  public String shown() {
    return mesh.toString();
  }

  @Override
  public void requireComplete() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        throw new UsageException(
            "--table "
                + mesh.table()
                + ": does not exist in HBase at "
                + HBaseConnections.cluster(configuration)
                + " (athanor apps mesh import makes it)");
      }
      requireFamily(admin);
    }
    try (Table table = connection.getTable(name)) {
      if (isMarked(table)) {
        throw new IOException(
            mesh
                + ": its import has not ended, or was interrupted; must have ended (athanor apps"
                + " mesh import --replace begins again)");
      }
      if (!hasRows(table)) {
        throw new UsageException(
            mesh + ": is not in the table (see --model, --analysis and --step)");
      }
    }
  }

  private void requireFamily(Admin admin) throws IOException {
    if (!admin.getDescriptor(name).hasColumnFamily(FAMILY)) {
      throw new UsageException(
          "--table " + mesh.table() + ": must have the column family " + MeshCells.FAMILY);
    }
    if (!admin.isTableEnabled(name)) {
      throw new UsageException("--table " + mesh.table() + ": is disabled; must be enabled");
    }
  }

  private boolean isMarked(Table table) throws IOException {
    return table.exists(new Get(rows.first()).addColumn(FAMILY, IMPORTING));
  }

  private boolean hasRows(Table table) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(rows.first())
            .withStopRow(rows.after())
            .addFamily(FAMILY)
            .setOneRowLimit()
            .setAllowPartialResults(true);
    try (ResultScanner found = table.getScanner(scan)) {
      return found.next() != null;
    }
  }

  @Override
  public void begin(int regions, boolean replace) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(name)) {
        requireFamily(admin);
      } else {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build(),
            rows.borders(regions));
      }
    }
    try (Table table = connection.getTable(name)) {
      if (hasRows(table)) {
        if (!replace) {
          throw new UsageException(
              mesh + ": is there already; must be new (--replace removes what is there first)");
        }
        discard();
      }
      CheckAndMutate mark =
          CheckAndMutate.newBuilder(rows.first())
              .ifNotExists(FAMILY, IMPORTING)
              .build(new Put(rows.first()).addColumn(FAMILY, IMPORTING, new byte[0]));
      if (!table.checkAndMutate(mark).isSuccess()) {
        throw new IOException(mesh + ": another import has begun; must be the only one");
      }
    }
  }

  @Override
  public void finish() throws IOException {
    try (Table table = connection.getTable(name)) {
      table.delete(new Delete(rows.first()).addColumns(FAMILY, IMPORTING));
    }
  }

  /** Removes the mark last, so that it is there as long as anything else is. */
  @Override
  public void discard() throws IOException {
    List<Delete> parts = new ArrayList<>();
    for (int part = 0; part < MeshRows.PARTS; part++) {
      parts.add(new Delete(rows.part(part)).addFamily(FAMILY));
    }
    try (Table table = connection.getTable(name)) {
      table.delete(parts);
      table.delete(new Delete(rows.first()).addFamily(FAMILY));
    }
  }

  @Override
  public long connections() {
    return connections.get();
  }

  @Override
  public void close() throws IOException {
    HBaseConnections.closeAll();
  }
}
