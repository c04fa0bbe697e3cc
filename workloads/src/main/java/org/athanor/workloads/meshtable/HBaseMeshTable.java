// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.token.ClientTokenUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.athanor.workloads.mesh.MeshTable;
import org.athanor.workloads.mesh.ReplacedImportException;
import org.athanor.workloads.mesh.TableMesh;
import org.athanor.workloads.usage.UsageException;

/**
 * A mesh in a table of HBase. All cells of an import have one time, which is later than that of any
 * cell before, and which its mark names; readers ask for the cells of that time. So what an import
 * still writes, or removes, after another has replaced it changes nothing that is read.
 */
final class HBaseMeshTable implements MeshTable {
  private static final byte[] FAMILY = Bytes.toBytes(MeshCells.FAMILY);

  /** Qualifier, in the first row, of the mark of the latest import. */
  private static final byte[] MARK = Bytes.toBytes("import");

  /** The engine's key for the class loaders of tasks; Hadoop's own frameworks do not know it. */
  private static final String ISOLATION = "athanor.task.isolation";

  private final Configuration configuration;
  private final TableMesh mesh;
  private final TableName name;
  private final MeshRows rows;
  private final Connection connection;
  private final AtomicLong connections;

  /** That which the mesh must keep: of the mesh that is read, or of the import that has begun. */
  private ImportMark current;

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
  public void into(Job job) throws IOException {
    prepare(job);
    MeshTableInputFormat.setTime(job.getConfiguration(), current.time());
    job.setInputFormatClass(MeshTableInputFormat.class);
  }

  @Override
  public void importing(Job job, List<Path> files) throws IOException {
    prepare(job);
    MeshTableInputFormat.setTime(job.getConfiguration(), current.time());
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

  private void prepare(Job job) throws IOException {
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
    authorize(job);
  }

  /**
   * Gives a job a token for a secure HBase, as HBase's own jobs get one. Hadoop gives it the tokens
   * that a user without a ticket has.
   */
  private void authorize(Job job) throws IOException {
    if (User.isHBaseSecurityEnabled(configuration)
        && UserGroupInformation.getCurrentUser().hasKerberosCredentials()) {
      Token<?> token = ClientTokenUtil.obtainToken(connection);
      job.getCredentials().addToken(token.getService(), token);
    }
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
      Optional<ImportMark> found = mark(table);
      if (found.isEmpty() && !hasRecords(table)) {
        throw new UsageException(
            mesh + ": is not in the table (see --model, --analysis and --step)");
      }
      if (found.isEmpty()) {
        throw new IOException(
            mesh
                + ": has records, but no cell that says that all are there; must have one (athanor"
                + " apps mesh import --replace begins again)");
      }
      if (!found.get().isComplete()) {
        throw unfinished();
      }
      current = found.get();
    }
  }

  @Override
  public void requireUnchanged() throws IOException {
    try (Table table = connection.getTable(name)) {
      if (mark(table).equals(Optional.of(current))) {
        return;
      }
      if (!current.isComplete()) {
        throw new ReplacedImportException(mesh);
      }
      throw new IOException(
          mesh + ": was replaced while it was read; must stay the same. There is no result");
    }
  }

  private IOException unfinished() {
    return new IOException(
        mesh
            + ": its import has not ended, or was interrupted; must have ended (athanor apps"
            + " mesh import --replace begins again)");
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

  private Optional<ImportMark> mark(Table table) throws IOException {
    byte[] value = table.get(new Get(rows.first()).addColumn(FAMILY, MARK)).getValue(FAMILY, MARK);
    return Optional.ofNullable(value).map(ImportMark::of);
  }

  /**
   * Changes the mark. Returns whether it was as expected; it was, too, if HBase's client has tried
   * twice because the first answer was lost.
   */
  private boolean swap(Table table, Optional<ImportMark> from, ImportMark to) throws IOException {
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(rows.first());
    if (from.isPresent()) {
      condition.ifEquals(FAMILY, MARK, from.get().bytes());
    } else {
      condition.ifNotExists(FAMILY, MARK);
    }
    CheckAndMutate change =
        condition.build(new Put(rows.first()).addColumn(FAMILY, MARK, to.bytes()));
    return table.checkAndMutate(change).isSuccess() || mark(table).equals(Optional.of(to));
  }

  /** Keys of cells that may be records of the mesh, in pieces of rows. */
  private Scan keys() {
    return new Scan()
        .withStartRow(rows.first())
        .withStopRow(rows.after())
        .addFamily(FAMILY)
        .setFilter(
            new FilterList(
                new ColumnPrefixFilter(Bytes.toBytes(MeshCells.FIRST)), new KeyOnlyFilter()))
        .setAllowPartialResults(true)
        .setCacheBlocks(false);
  }

  private static boolean isRecord(Cell cell) {
    return MeshCells.isRecord(
        ByteBuffer.wrap(
            cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength()));
  }

  private boolean hasRecords(Table table) throws IOException {
    try (ResultScanner results = table.getScanner(keys())) {
      for (Result result : results) {
        if (Arrays.stream(result.rawCells()).anyMatch(HBaseMeshTable::isRecord)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Returns a time later than those of the former import, and of all records that there are. */
  private long nextTime(Table table, Optional<ImportMark> former) throws IOException {
    long latest = former.map(ImportMark::time).orElse(OptionalLong.empty()).orElse(0);
    try (ResultScanner results = table.getScanner(keys())) {
      for (Result result : results) {
        for (Cell cell : result.rawCells()) {
          if (isRecord(cell)) {
            latest = Math.max(latest, cell.getTimestamp());
          }
        }
      }
    }
    // The greatest number stands for the server's clock.
    if (latest >= HConstants.LATEST_TIMESTAMP - 1) {
      throw new IOException(
          mesh
              + ": has a cell with the last time that HBase knows; must have earlier ones (remove"
              + " it, or import into another table)");
    }
    return Math.max(System.currentTimeMillis(), latest + 1);
  }

  /**
   * Removes the records of the mesh that are older than the import, and no other cells. A deletion
   * has the time of its record, so that it hides no later one.
   */
  private void removeRecords(Table table) throws IOException {
    Scan older = keys().setTimeRange(0, current.time().orElseThrow());
    try (ResultScanner results = table.getScanner(older);
        BufferedMutator deletions = connection.getBufferedMutator(name)) {
      for (Result result : results) {
        Delete records = new Delete(result.getRow());
        for (Cell cell : result.rawCells()) {
          if (isRecord(cell)) {
            records.addColumns(FAMILY, CellUtil.cloneQualifier(cell), cell.getTimestamp());
          }
        }
        // Without columns, it would be of the whole row.
        if (!records.isEmpty()) {
          deletions.mutate(records);
        }
      }
    }
  }

  private void makeTable(int regions) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        try {
          admin.createTable(
              TableDescriptorBuilder.newBuilder(name)
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                  .build(),
              rows.borders(regions));
        } catch (TableExistsException e) {
          // Somebody else has made it meanwhile, who need not have finished.
          throw new IOException(
              "--table " + mesh.table() + ": is being made by another program; try again", e);
        }
      }
      requireFamily(admin);
    }
  }

  @Override
  public void begin(int regions, boolean replace) throws IOException {
    makeTable(regions);
    try (Table table = connection.getTable(name)) {
      Optional<ImportMark> former = mark(table);
      if (!replace) {
        if (former.isPresent() && !former.get().isComplete()) {
          throw unfinished();
        }
        if (former.isPresent() || hasRecords(table)) {
          throw new UsageException(
              mesh + ": is there already; must be new (--replace removes what is there first)");
        }
      }
      ImportMark own = ImportMark.begun(nextTime(table, former));
      if (!swap(table, former, own)) {
        throw new IOException(mesh + ": another import has begun; must be the only one");
      }
      current = own;
      removeRecords(table);
    }
  }

  @Override
  public void finish() throws IOException {
    try (Table table = connection.getTable(name)) {
      if (!swap(table, Optional.of(current), current.completed())) {
        throw new ReplacedImportException(mesh);
      }
    }
  }

  @Override
  public long connections() {
    return connections.get();
  }

  /** What has been read or written stays right if it fails, so that it is only a warning. */
  @Override
  public void close() {
    try {
      HBaseConnections.closeAll();
    } catch (IOException e) {
      System.err.println("mesh: warning: the connection to HBase was not closed: " + e);
    }
  }
}
