// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.athanor.workloads.mesh.MeshMapper;
import org.athanor.workloads.mesh.MeshRecord;
import org.athanor.workloads.mesh.TableMesh;
import org.athanor.workloads.mesh.Tally;

/**
 * Writes records to a table, in batches of {@code hbase.client.write.buffer} bytes. All have the
 * time of the import.
 */
final class ImportMapper extends MeshMapper<NullWritable, NullWritable> {
  private static final byte[] FAMILY = Bytes.toBytes(MeshCells.FAMILY);

  /** Key: the input's files in their order, one a line. */
  static final String FILES = "athanor.workloads.mesh.import.files";

  private MeshRows rows;
  private byte[] prefix;
  private long time;
  private BufferedMutator table;

  @Override
  protected void begin(Context context) throws IOException {
    Configuration configuration = context.getConfiguration();
    TableMesh mesh = MeshTableInputFormat.mesh(configuration);
    rows = new MeshRows(mesh);
    time = MeshTableInputFormat.time(configuration).orElseThrow();
    prefix =
        MeshCells.prefix(number(((FileSplit) context.getInputSplit()).getPath(), configuration));
    table =
        HBaseConnections.to(configuration, () -> context.getCounter(Tally.CONNECTIONS).increment(1))
            .getBufferedMutator(TableName.valueOf(mesh.table()));
  }

  /** Returns the number of a file among those of the input, from 1. */
  private static int number(Path file, Configuration configuration) throws IOException {
    List<String> files = List.of(configuration.getRaw(FILES).split("\n", -1));
    int index = files.indexOf(file.toString());
    if (index < 0) {
      throw new IOException(file + ": is not among the files of the input; must not be added");
    }
    return index + 1;
  }

  @Override
  protected void vertex(MeshRecord vertex, Context context) throws IOException {
    put(vertex);
  }

  @Override
  protected void tetrahedron(MeshRecord tetrahedron, Context context) throws IOException {
    put(tetrahedron);
  }

  private void put(MeshRecord record) throws IOException {
    table.mutate(
        new Put(rows.of(record.id()))
            .addColumn(FAMILY, MeshCells.qualifier(prefix, record), time, MeshCells.value(record)));
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    table.close();
  }
}
