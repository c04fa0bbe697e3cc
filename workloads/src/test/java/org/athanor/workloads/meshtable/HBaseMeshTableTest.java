// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.athanor.workloads.mesh.MeshRecord;
import org.athanor.workloads.mesh.ReplacedImportException;
import org.athanor.workloads.mesh.TableMesh;
import org.athanor.workloads.usage.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports, and queries about their state, in a table without servers. */
class HBaseMeshTableTest {
  private static final TableMesh MESH = new TableMesh(FakeHBase.NAME, "0".repeat(32), "mesh", 0);
  private static final TableMesh OTHER = new TableMesh(FakeHBase.NAME, "0".repeat(32), "mesh", 1);
  private static final MeshRows ROWS = new MeshRows(MESH);
  private static final byte[] MARK = bytes("import");
  private static final byte[] RESULT = bytes("m000001rs_heat");

  private final FakeHBase hbase = new FakeHBase();

  private HBaseMeshTable table(TableMesh mesh) {
    return new HBaseMeshTable(new Configuration(false), mesh, hbase.connection(), new AtomicLong());
  }

  private HBaseMeshTable table() {
    return table(MESH);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static MeshRecord vertex(long id) {
    MeshRecord vertex = new MeshRecord();
    vertex.setVertex(id, id, 0, 0);
    return vertex;
  }

  private static byte[] qualifier(long id) {
    return MeshCells.qualifier(MeshCells.prefix(1), vertex(id));
  }

  /** Writes a vertex as a task of an import does. */
  private void write(TableMesh mesh, long id, long time) {
    hbase.put(new MeshRows(mesh).of(id), qualifier(id), time, MeshCells.value(vertex(id)));
  }

  private boolean has(TableMesh mesh, long id) {
    return hbase.value(new MeshRows(mesh).of(id), qualifier(id)) != null;
  }

  private ImportMark mark() {
    return ImportMark.of(hbase.value(ROWS.first(), MARK));
  }

  /** Returns the time of the cells of the import that has begun last. */
  private long time() {
    return mark().time().orElseThrow();
  }

  private void imported(TableMesh mesh, boolean replace, long... ids) throws IOException {
    HBaseMeshTable table = table(mesh);
    table.begin(3, replace);
    ImportMark begun = ImportMark.of(hbase.value(new MeshRows(mesh).first(), MARK));
    for (long id : ids) {
      write(mesh, id, begun.time().orElseThrow());
    }
    table.finish();
  }

  @Test
  void anImportMakesTheTableAndIsCompleteAtItsEnd() throws Exception {
    HBaseMeshTable table = table();
    table.begin(3, false);
    assertThat(hbase.borders).isDeepEqualTo(ROWS.borders(3));
    assertThat(mark().isComplete()).isFalse();
    assertThatIOException()
        .isThrownBy(() -> table().requireComplete())
        .withMessageContaining("its import has not ended, or was interrupted");
    table.requireUnchanged();
    table.finish();
    assertThat(mark().isComplete()).isTrue();
    HBaseMeshTable query = table();
    query.requireComplete();
    query.requireUnchanged();
  }

  @Test
  void queriesReadTheCellsOfTheLastImportOnly() throws Exception {
    imported(MESH, false, 1);
    HBaseMeshTable query = table();
    query.requireComplete();
    Job job = Job.getInstance(new Configuration(false));
    query.into(job);
    assertThat(MeshTableInputFormat.time(job.getConfiguration())).hasValue(time());
    assertThat(MeshTableInputFormat.mesh(job.getConfiguration())).isEqualTo(MESH);
    assertThat(job.getConfiguration().get("athanor.task.isolation")).isEqualTo("shared");

    hbase.put(
        ROWS.first(), MARK, System.currentTimeMillis() + 1, bytes("complete by another program"));
    query.requireComplete();
    query.into(job);
    assertThat(MeshTableInputFormat.time(job.getConfiguration())).isEmpty();
  }

  /** Hadoop gives the job the tokens that such a user has. */
  @Test
  void asksASecureHBaseForNoTokenIfTheUserHasNoTicket() throws Exception {
    imported(MESH, false, 1);
    Configuration secure = new Configuration(false);
    secure.set("hbase.security.authentication", "kerberos");
    HBaseMeshTable query = new HBaseMeshTable(secure, MESH, hbase.connection(), new AtomicLong());
    query.requireComplete();
    Job job = Job.getInstance(new Configuration(false));
    query.into(job);
    assertThat(job.getCredentials().numberOfTokens()).isZero();
  }

  @Test
  void aMeshThatIsThereIsReplacedOnlyIfToldTo() throws Exception {
    imported(MESH, false, 1);
    assertThatThrownBy(() -> table().begin(3, false))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith(
            "is there already; must be new (--replace removes what is there first)");
    assertThat(mark().isComplete()).isTrue();

    table().begin(3, true);
    assertThatIOException()
        .isThrownBy(() -> table().begin(3, false))
        .withMessageContaining("its import has not ended, or was interrupted");
    imported(MESH, true, 2);
    assertThat(has(MESH, 1)).isFalse();
    assertThat(has(MESH, 2)).isTrue();
  }

  @Test
  void recordsWithoutAMarkAreAMeshToo() {
    hbase.exists = true;
    write(MESH, 1, 5);
    assertThatThrownBy(() -> table().begin(3, false)).isInstanceOf(UsageException.class);
    assertThatIOException()
        .isThrownBy(() -> table().requireComplete())
        .withMessageContaining("has records, but no cell that says that all are there");
  }

  @Test
  void replacingRemovesTheRecordsOfTheMeshAndNothingElse() throws Exception {
    imported(MESH, false, 1, 2, 4097);
    imported(OTHER, false, 1);
    hbase.put(ROWS.of(1), RESULT, 7, bytes("x"));
    hbase.put(ROWS.of(3), RESULT, 7, bytes("x"));
    table().begin(3, true);
    assertThat(has(MESH, 1) || has(MESH, 2) || has(MESH, 4097)).isFalse();
    assertThat(has(OTHER, 1)).isTrue();
    assertThat(hbase.value(ROWS.of(1), RESULT)).isEqualTo(bytes("x"));
    assertThat(hbase.value(ROWS.of(3), RESULT)).isEqualTo(bytes("x"));
    table(OTHER).requireComplete();
  }

  @Test
  void anImportThatIsReplacedFailsAndChangesNothing() throws Exception {
    HBaseMeshTable first = table();
    first.begin(3, false);
    long early = time();
    HBaseMeshTable second = table();
    second.begin(3, true);
    long late = time();
    assertThat(late).isGreaterThan(early);
    write(MESH, 1, late);
    write(MESH, 1, early);
    assertThatThrownBy(first::requireUnchanged).isInstanceOf(ReplacedImportException.class);
    assertThatThrownBy(first::finish).isInstanceOf(ReplacedImportException.class);
    second.finish();
    assertThat(mark().time()).hasValue(late);
    table().requireComplete();
    // What the first import wrote last is older, and the next one removes it, too.
    imported(MESH, true, 2);
    assertThat(has(MESH, 1)).isFalse();
  }

  @Test
  void anImportIsLaterThanAllRecordsAlsoIfTheirClockWasAhead() throws Exception {
    hbase.exists = true;
    long ahead = System.currentTimeMillis() + 1_000_000_000L;
    write(MESH, 1, ahead);
    hbase.put(ROWS.of(1), RESULT, ahead + 50, bytes("x"));
    HBaseMeshTable table = table();
    table.begin(3, true);
    assertThat(time()).isEqualTo(ahead + 1);
    assertThat(has(MESH, 1)).isFalse();
    write(MESH, 1, time());
    table.finish();
    assertThat(has(MESH, 1)).as("a deletion hides no later record").isTrue();

    // HBase takes its greatest time for none.
    write(MESH, 2, Long.MAX_VALUE - 1);
    assertThatIOException()
        .isThrownBy(() -> table().begin(3, true))
        .withMessageContaining("has a cell with the last time that HBase knows");
  }

  @Test
  void aQueryFailsIfTheMeshWasReplacedMeanwhile() throws Exception {
    imported(MESH, false, 1);
    HBaseMeshTable query = table();
    query.requireComplete();
    imported(MESH, true, 1);
    assertThatIOException()
        .isThrownBy(query::requireUnchanged)
        .withMessageEndingWith(
            "was replaced while it was read; must stay the same. There is no result");
  }

  @Test
  void ofTwoImportsThatBeginAtOnceOneFails() throws Exception {
    hbase.exists = true;
    ImportMark others = ImportMark.begun(5);
    hbase.beforeSwap = () -> hbase.put(ROWS.first(), MARK, 9, others.bytes());
    assertThatIOException()
        .isThrownBy(() -> table().begin(3, false))
        .withMessageEndingWith("another import has begun; must be the only one");
    assertThat(mark()).isEqualTo(others);
  }

  @Test
  void anAnswerThatIsLostFailsNoImport() throws Exception {
    HBaseMeshTable table = table();
    hbase.losesAnswer = true;
    table.begin(3, false);
    hbase.losesAnswer = true;
    table.finish();
    assertThat(mark().isComplete()).isTrue();
  }

  @Test
  void saysWhatIsMissing() throws Exception {
    assertThatThrownBy(() -> table().requireComplete())
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--table t: does not exist in HBase at ZooKeeper localhost:2181");
    hbase.exists = true;
    assertThatThrownBy(() -> table().requireComplete())
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith("is not in the table (see --model, --analysis and --step)");
    hbase.enabled = false;
    assertThatThrownBy(() -> table().requireComplete())
        .isInstanceOf(UsageException.class)
        .hasMessage("--table t: is disabled; must be enabled");
    hbase.family = "other";
    for (boolean replace : new boolean[] {false, true}) {
      assertThatThrownBy(() -> table().begin(3, replace))
          .isInstanceOf(UsageException.class)
          .hasMessage("--table t: must have the column family M");
    }
  }

  @Test
  void aTableThatAnotherProgramMakesIsNotUsedAtOnce() {
    hbase.beforeCreation = () -> hbase.exists = true;
    assertThatIOException()
        .isThrownBy(() -> table().begin(3, false))
        .withMessage("--table t: is being made by another program; try again");
  }

  /** Whatever call fails, the mesh is refused until an import has ended, and can be replaced. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anImportThatFailsAtAnyCallLeavesNoMeshThatQueriesTake(boolean isThere) throws Exception {
    int call = 1;
    while (!succeedsOrLeavesNoMesh(isThere, call)) {
      call++;
    }
    assertThat(call).isGreaterThan(8);
  }

  private static boolean succeedsOrLeavesNoMesh(boolean isThere, int broken) throws IOException {
    FakeHBase at = new FakeHBase();
    if (isThere) {
      at.exists = true;
      at.put(ROWS.of(1), qualifier(1), 5, MeshCells.value(vertex(1)));
    }
    HBaseMeshTable table =
        new HBaseMeshTable(new Configuration(false), MESH, at.connection(), new AtomicLong());
    at.broken = broken;
    try {
      table.begin(3, true);
      table.finish();
      return true;
    } catch (IOException e) {
      assertThat(e).hasMessage("call " + broken + " is broken");
    }
    assertThatThrownBy(table::requireComplete).as("call " + broken).isNotNull();
    table.begin(3, true);
    table.finish();
    table.requireComplete();
    assertThat(at.value(ROWS.of(1), qualifier(1))).isNull();
    return false;
  }
}
