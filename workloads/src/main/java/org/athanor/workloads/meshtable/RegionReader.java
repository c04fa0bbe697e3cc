// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.athanor.workloads.lines.MalformedRecordException;
import org.athanor.workloads.mesh.MeshRecord;
import org.athanor.workloads.mesh.Tally;

/**
 * Reads the records of a region. A row may be of any length: the server sends it in pieces. Used by
 * one task.
 */
final class RegionReader extends RecordReader<LongWritable, MeshRecord> {
  private final LongWritable id = new LongWritable();
  private final MeshRecord record = new MeshRecord();
  private String shown;
  private Table table;
  private ResultScanner results;
  private Cell[] cells = {};
  private int next;
  private boolean ended;

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
    Configuration configuration = context.getConfiguration();
    open(
        HBaseConnections.to(
            configuration, () -> context.getCounter(Tally.CONNECTIONS).increment(1)),
        configuration,
        (RegionSplit) split);
  }

  /**
   * Begins to read a region.
   *
   * @param configuration of the job, which says which mesh is read
   */
  void open(Connection connection, Configuration configuration, RegionSplit region)
      throws IOException {
    shown = MeshTableInputFormat.mesh(configuration).table();
    table = connection.getTable(TableName.valueOf(shown));
    Scan cellsOfRegion =
        new Scan()
            .withStartRow(region.start())
            .withStopRow(region.stop())
            .addFamily(Bytes.toBytes(MeshCells.FAMILY))
            .setAllowPartialResults(true)
            .setCacheBlocks(false);
    OptionalLong time = MeshTableInputFormat.time(configuration);
    if (time.isPresent()) {
      cellsOfRegion.setTimestamp(time.getAsLong());
    }
    results = table.getScanner(cellsOfRegion);
  }

  @Override
  public boolean nextKeyValue() throws IOException {
    while (true) {
      while (next < cells.length) {
        if (read(cells[next++])) {
          id.set(record.id());
          return true;
        }
      }
      Result result = results.next();
      if (result == null) {
        cells = new Cell[0];
        ended = true;
        return false;
      }
      cells = result.rawCells();
      next = 0;
    }
  }

  private boolean read(Cell cell) throws IOException {
    try {
      return MeshCells.read(
          ByteBuffer.wrap(
              cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength()),
          ByteBuffer.wrap(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()),
          record);
    } catch (MalformedRecordException e) {
      String row =
          Bytes.toStringBinary(cell.getRowArray(), cell.getRowOffset(), cell.getRowLength());
      String qualifier =
          Bytes.toStringBinary(
              cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
      throw new MalformedRecordException(
          "table " + shown + ", row " + row + ", qualifier " + qualifier + ": " + e.getMessage());
    }
  }

  @Override
  public LongWritable getCurrentKey() {
    return id;
  }

  @Override
  public MeshRecord getCurrentValue() {
    return record;
  }

  /** HBase does not say how many rows a region has. */
  @Override
  public float getProgress() {
    return ended ? 1 : 0;
  }

  @Override
  public void close() throws IOException {
    if (results != null) {
      results.close();
    }
    if (table != null) {
      table.close();
    }
  }
}
