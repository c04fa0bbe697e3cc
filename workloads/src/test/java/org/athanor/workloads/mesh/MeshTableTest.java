// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.athanor.workloads.testing.LocalJobs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When imports end, and when queries have results. */
class MeshTableTest {
  private static final String TABLE = "t";
  private static final String REPLACED =
      "table t, model 0, analysis mesh, step 0.0: another import has begun, with --replace; must"
          + " be the only one";

  @TempDir Path directory;
  private Configuration configuration;
  private Path input;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final List<String> calls = new ArrayList<>();

  /** Whether somebody else changes the mesh after {@link MeshTable#requireComplete}. */
  private boolean changes;

  @BeforeEach
  void prepare() throws IOException {
    configuration = LocalJobs.configuration(directory);
    configuration.setInt("mapreduce.task.io.sort.mb", 4);
    configuration.unset(FileInputFormat.SPLIT_MAXSIZE);
    input = write("five.msh", 5);
  }

  /** A tetrahedron, and vertices. */
  private Path write(String name, int vertices) throws IOException {
    StringBuilder text = new StringBuilder("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n");
    text.append(vertices).append('\n');
    for (int id = 1; id <= vertices; id++) {
      text.append(id).append(' ').append(id * id).append(" 0 ").append(id).append('\n');
    }
    text.append("$EndNodes\n$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n");
    return Files.writeString(directory.resolve(name), text);
  }

  /** A table that has what a file has, whatever is imported. */
  private final class FakeTable implements MeshTable {
    private final MeshFiles content;

    FakeTable(Path content) {
      this.content =
          new MeshFiles(
              configuration,
              new org.apache.hadoop.fs.Path(content.toUri()),
              new org.apache.hadoop.fs.Path(directory.resolve("sections").toUri()));
    }

    @Override
    public void into(Job job) throws IOException, InterruptedException, ClassNotFoundException {
      calls.add("read");
      content.into(job);
    }

    @Override
    public String shown() {
      return TABLE;
    }

    @Override
    public void requireComplete() {
      calls.add("complete");
    }

    @Override
    public void requireUnchanged() throws IOException {
      calls.add("unchanged");
      if (changes) {
        throw new ReplacedImportException(new TableMesh(TABLE, "0", "mesh", 0));
      }
    }

    @Override
    public void begin(int regions, boolean replace) {
      calls.add("begin");
    }

    @Override
    public void importing(Job job, List<org.apache.hadoop.fs.Path> files) {
      calls.add("write");
      job.setMapperClass(MeshJobs.Count.class);
      job.setOutputFormatClass(NullOutputFormat.class);
    }

    @Override
    public void finish() {
      calls.add("finish");
    }

    @Override
    public long connections() {
      return 1;
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  private void mesh(Path content, Object... arguments) throws Exception {
    Mesh tool =
        new Mesh(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            (ignored, mesh) -> new FakeTable(content));
    assertThat(LocalJobs.run(configuration, tool, arguments)).isZero();
  }

  @Test
  void anImportEndsWhenTheTableHasAllRecords() throws Exception {
    mesh(input, "import", "-i", input, "-t", TABLE);

    assertThat(calls).containsExactly("begin", "write", "read", "unchanged", "finish", "close");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("5 lines of vertices, 1 tetrahedra: table t");
  }

  @Test
  void anImportFailsIfTheTableHasOtherNumbersOfRecords() throws Exception {
    Path four = write("four.msh", 4);

    assertThatThrownBy(() -> mesh(four, "import", "-i", input, "-t", TABLE))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(
            "five.msh: 5 vertices, but the table has 4; ids must be different within a file"
                + " (the mesh is unfinished; --replace begins again)");
    assertThat(calls).containsExactly("begin", "write", "read", "unchanged", "close");
  }

  @Test
  void anImportThatWasReplacedSaysSoInsteadOfWhatDiffers() throws Exception {
    Path four = write("four.msh", 4);
    changes = true;

    assertThatThrownBy(() -> mesh(four, "import", "-i", input, "-t", TABLE))
        .isInstanceOf(ReplacedImportException.class)
        .hasMessage(REPLACED);
    assertThat(calls).containsExactly("begin", "write", "read", "unchanged", "close");
  }

  @Test
  void aQueryHasAResultIfTheMeshStaysTheSame() throws Exception {
    Path result = directory.resolve("result.txt");
    mesh(input, "-t", TABLE, "-q", "vertices", "-o", result);

    assertThat(calls).containsExactly("complete", "read", "unchanged", "close");
    assertThat(result).content().hasLineCount(5);
  }

  @Test
  void aQueryHasNoResultIfTheMeshChangesMeanwhile() throws Exception {
    Path results = Files.createDirectory(directory.resolve("results"));
    changes = true;

    assertThatThrownBy(
            () -> mesh(input, "-t", TABLE, "-q", "vertices", "-o", results.resolve("result.txt")))
        .isInstanceOf(ReplacedImportException.class)
        .hasMessage(REPLACED);
    try (Stream<Path> files = Files.list(results)) {
      assertThat(files.filter(file -> !file.getFileName().toString().endsWith(".crc"))).isEmpty();
    }
    assertThat(calls).containsExactly("complete", "read", "unchanged", "close");
  }
}
