// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.athanor.workloads.mesh.MeshRecord;
import org.athanor.workloads.mesh.TableMesh;

/**
 * Vertices and tetrahedra of a mesh in a table; see {@link MeshCells}. The key is the id. There is
 * a split for each region that may have rows of the mesh. HBase's own input format would open a
 * connection for each of them.
 */
public final class MeshTableInputFormat extends InputFormat<LongWritable, MeshRecord> {
  private static final String TABLE = "athanor.workloads.mesh.table";
  private static final String MODEL = "athanor.workloads.mesh.model";
  private static final String ANALYSIS = "athanor.workloads.mesh.analysis";
  private static final String STEP = "athanor.workloads.mesh.step";
  private static final String TIME = "athanor.workloads.mesh.time";

  /** Sets which mesh is read. */
  static void setMesh(Configuration configuration, TableMesh mesh) {
    configuration.set(TABLE, mesh.table());
    configuration.set(MODEL, mesh.model());
    configuration.set(ANALYSIS, mesh.analysis());
    configuration.setDouble(STEP, mesh.step());
  }

  /** Returns what {@link #setMesh} has set. */
  static TableMesh mesh(Configuration configuration) {
    return new TableMesh(
        configuration.get(TABLE),
        configuration.get(MODEL),
        configuration.getRaw(ANALYSIS),
        configuration.getDouble(STEP, 0));
  }

  /**
   * Sets the time of the mesh's cells; without one, they may have any.
   *
   * @param time in milliseconds
   */
  static void setTime(Configuration configuration, OptionalLong time) {
    if (time.isPresent()) {
      configuration.setLong(TIME, time.getAsLong());
    } else {
      configuration.unset(TIME);
    }
  }

  /** Returns what {@link #setTime} has set. */
  static OptionalLong time(Configuration configuration) {
    long time = configuration.getLong(TIME, -1);
    return time < 0 ? OptionalLong.empty() : OptionalLong.of(time);
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration configuration = context.getConfiguration();
    TableMesh mesh = mesh(configuration);
    try (RegionLocator regions =
        HBaseConnections.to(configuration, () -> {})
            .getRegionLocator(TableName.valueOf(mesh.table()))) {
      return splits(new MeshRows(mesh), regions.getAllRegionLocations());
    }
  }

  /**
   * Returns a split for each region that may have rows of a mesh.
   *
   * @param regions of the table, with all replicas
   */
  static List<InputSplit> splits(MeshRows rows, List<HRegionLocation> regions) {
    List<InputSplit> splits = new ArrayList<>();
    for (HRegionLocation region : regions) {
      if (!RegionReplicaUtil.isDefaultReplica(region.getRegion())) {
        continue;
      }
      byte[] start = greater(rows.first(), region.getRegion().getStartKey());
      byte[] end = region.getRegion().getEndKey();
      byte[] stop = end.length == 0 ? rows.after() : less(rows.after(), end);
      if (Arrays.compareUnsigned(start, stop) < 0) {
        // None while the region moves.
        String host = region.getServerName() == null ? "" : region.getHostname();
        splits.add(new RegionSplit(start, stop, host));
      }
    }
    return splits;
  }

  private static byte[] greater(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) >= 0 ? one : other;
  }

  private static byte[] less(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) <= 0 ? one : other;
  }

  @Override
  public RecordReader<LongWritable, MeshRecord> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RegionReader();
  }
}
