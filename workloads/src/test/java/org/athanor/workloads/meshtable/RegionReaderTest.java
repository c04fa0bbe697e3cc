// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.lines.MalformedRecordException;
import org.athanor.workloads.mesh.MeshRecord;
import org.athanor.workloads.mesh.TableMesh;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads regions of a table without servers, which sends rows in pieces of a cell. */
class RegionReaderTest {
  private static final TableMesh MESH = new TableMesh(FakeHBase.NAME, "0".repeat(32), "mesh", 0);
  private static final MeshRows ROWS = new MeshRows(MESH);
  private static final RegionSplit ALL = new RegionSplit(ROWS.first(), ROWS.after(), "");
  private static final long TIME = 7;

  private final FakeHBase hbase = new FakeHBase();
  private final Configuration configuration = new Configuration(false);

  @BeforeEach
  void setMesh() {
    MeshTableInputFormat.setMesh(configuration, MESH);
  }

  private void put(MeshRecord record, long time) {
    hbase.put(
        ROWS.of(record.id()),
        MeshCells.qualifier(MeshCells.prefix(1), record),
        time,
        MeshCells.value(record));
  }

  private static MeshRecord vertex(long id, double x) {
    MeshRecord vertex = new MeshRecord();
    vertex.setVertex(id, x, 0, 0);
    return vertex;
  }

  private static MeshRecord tetrahedron(long id) {
    MeshRecord tetrahedron = new MeshRecord();
    tetrahedron.setTetrahedron(id);
    for (int i = 0; i < 4; i++) {
      tetrahedron.setCorner(i, id + i);
    }
    return tetrahedron;
  }

  private List<String> read(RegionSplit split) throws IOException {
    List<String> records = new ArrayList<>();
    try (RegionReader reader = new RegionReader()) {
      reader.open(hbase.connection(), configuration, split);
      assertThat(reader.getProgress()).isZero();
      while (reader.nextKeyValue()) {
        MeshRecord record = reader.getCurrentValue();
        assertThat(reader.getCurrentKey().get()).isEqualTo(record.id());
        records.add(
            record.isVertex()
                ? "vertex " + record.id() + " at " + record.x()
                : "tetrahedron " + record.id() + " from " + record.corner(0));
      }
      assertThat(reader.getProgress()).isEqualTo(1);
      assertThat(reader.nextKeyValue()).isFalse();
    }
    return records;
  }

  @Test
  void readsVerticesAndTetrahedraAndLeavesOutOtherCells() throws IOException {
    put(vertex(1, 0.5), TIME);
    put(vertex(4097, 1.5), TIME); // in the same row
    put(tetrahedron(1), TIME);
    put(vertex(2, 2.5), TIME);
    hbase.put(ROWS.of(2), "m000001rs_heat".getBytes(StandardCharsets.UTF_8), TIME, new byte[3]);
    hbase.put(ROWS.first(), "import".getBytes(StandardCharsets.UTF_8), TIME, new byte[3]);

    assertThat(read(ALL))
        .containsExactly(
            "tetrahedron 1 from 1", "vertex 1 at 0.5", "vertex 4097 at 1.5", "vertex 2 at 2.5");
    assertThat(hbase.openScanners).isZero();
  }

  @Test
  void readsTheRowsOfItsRegionOnly() throws IOException {
    for (long id = 1; id <= 5; id++) {
      put(vertex(id, id), TIME);
    }

    assertThat(read(new RegionSplit(ROWS.of(2), ROWS.of(4), "")))
        .containsExactly("vertex 2 at 2.0", "vertex 3 at 3.0");
    assertThat(read(new RegionSplit(ROWS.of(9), ROWS.of(10), ""))).isEmpty();
  }

  @Test
  void readsTheCellsOfOneTimeIfThereIsOne() throws IOException {
    put(vertex(1, 1), TIME);
    put(vertex(1, 2), TIME + 1);
    put(vertex(2, 2), TIME + 1);

    assertThat(read(ALL)).containsExactly("vertex 1 at 2.0", "vertex 2 at 2.0");
    MeshTableInputFormat.setTime(configuration, OptionalLong.of(TIME));
    assertThat(read(ALL)).containsExactly("vertex 1 at 1.0");
  }

  @Test
  void namesTheCellThatIsWrong() {
    byte[] qualifier = MeshCells.qualifier(MeshCells.prefix(1), vertex(3, 0));
    hbase.put(ROWS.of(3), qualifier, TIME, new byte[8]);

    assertThatIOException()
        .isThrownBy(() -> read(ALL))
        .isInstanceOf(MalformedRecordException.class)
        .withMessage(
            "table t, row %s, qualifier m000001co_0000000000000003: the value has 8 bytes; must"
                + " have 24: three coordinates",
            new String(ROWS.of(3), StandardCharsets.UTF_8));
    assertThat(hbase.openScanners).isZero();
  }

  /** The first call opens the scanner, each other one asks for a piece, the last for the end. */
  @Test
  void anyCallMayFailAndLeavesNoScannerOpen() throws IOException {
    put(vertex(1, 1), TIME);
    put(vertex(2, 2), TIME);
    for (int call = 1; call <= 4; call++) {
      hbase.breakCall(call);
      assertThatIOException()
          .isThrownBy(() -> read(ALL))
          .withMessage("call " + call + " is broken");
      assertThat(hbase.openScanners).isZero();
    }
    hbase.breakCall(0);
    assertThat(read(ALL)).hasSize(2);
  }
}
