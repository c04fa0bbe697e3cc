// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.mapreduce.InputSplit;
import org.athanor.workloads.mesh.TableMesh;
import org.junit.jupiter.api.Test;

/** Splits of a table's regions. */
class MeshTableInputFormatTest {
  private static final MeshRows ROWS =
      new MeshRows(new TableMesh(FakeHBase.NAME, "5".repeat(32), "mesh", 0));

  private static HRegionLocation region(byte[] start, byte[] end, int replica, String host) {
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(TableName.valueOf(FakeHBase.NAME))
            .setStartKey(start)
            .setEndKey(end)
            .setReplicaId(replica)
            .build(),
        host.isEmpty() ? null : ServerName.valueOf(host, 16020, 1));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void assertSplit(InputSplit split, byte[] start, byte[] stop, String... hosts) {
    RegionSplit region = (RegionSplit) split;
    assertThat(region.start()).isEqualTo(start);
    assertThat(region.stop()).isEqualTo(stop);
    assertThat(region.getLocations()).containsExactly(hosts);
  }

  @Test
  void eachRegionHasItsRowsOfTheMesh() {
    byte[] border = ROWS.part(2000);
    List<InputSplit> splits =
        MeshTableInputFormat.splits(
            ROWS,
            List.of(region(new byte[0], border, 0, "a"), region(border, new byte[0], 0, "b")));
    assertThat(splits).hasSize(2);
    assertSplit(splits.get(0), ROWS.first(), border, "a");
    assertSplit(splits.get(1), border, ROWS.after(), "b");
  }

  @Test
  void regionsWithoutRowsOfTheMeshHaveNoSplit() {
    List<InputSplit> splits =
        MeshTableInputFormat.splits(
            ROWS,
            List.of(
                region(new byte[0], bytes("4"), 0, "a"),
                region(bytes("4"), ROWS.first(), 0, "b"),
                region(ROWS.first(), ROWS.after(), 0, "c"),
                region(ROWS.after(), bytes("6"), 0, "d"),
                region(bytes("6"), new byte[0], 0, "e")));
    assertThat(splits).hasSize(1);
    assertSplit(splits.get(0), ROWS.first(), ROWS.after(), "c");
  }

  @Test
  void replicasOfARegionAreReadOnce() {
    List<InputSplit> splits =
        MeshTableInputFormat.splits(
            ROWS,
            List.of(
                region(new byte[0], new byte[0], 0, "a"),
                region(new byte[0], new byte[0], 1, "b")));
    assertThat(splits).hasSize(1);
    assertSplit(splits.get(0), ROWS.first(), ROWS.after(), "a");
  }

  @Test
  void aRegionThatMovesHasNoHost() {
    List<InputSplit> splits =
        MeshTableInputFormat.splits(ROWS, List.of(region(new byte[0], new byte[0], 0, "")));
    assertSplit(splits.get(0), ROWS.first(), ROWS.after());
    assertThat(splits.get(0)).hasToString("region on no server");
  }

  @Test
  void tasksGetSplitsAsTheyAre() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new RegionSplit(ROWS.first(), ROWS.after(), "host").write(new DataOutputStream(bytes));
    RegionSplit read = new RegionSplit();
    read.readFields(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertSplit(read, ROWS.first(), ROWS.after(), "host");
  }
}
