// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.athanor.workloads.testing.PartFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopOutputTest {

  @TempDir Path directory;

  @Test
  void nothingIsVisibleBeforeTheJobIsCommitted() throws Exception {
    HadoopOutput<String, Long> output = create();
    String part = write(output, 0, 0, "a");
    String other = write(output, 1, 0, "b");
    assertThat(visible()).isEmpty();

    output.commit(part);
    output.commit(other);
    assertThat(visible()).isEmpty();

    output.commitJob();
    assertThat(visible()).containsExactlyInAnyOrder("part-r-00000", "part-r-00001");
    assertThat(PartFiles.lines(directory.resolve("out"))).containsExactly("a\t1", "b\t1");
    assertThat(directory.resolve("out/_SUCCESS")).exists();
  }

  @Test
  void onlyTheCommittedAttemptIsVisible() throws Exception {
    HadoopOutput<String, Long> output = create();
    String failed = write(output, 0, 0, "first");
    output.abort(failed);
    String second = write(output, 0, 1, "second");
    output.commit(second);
    output.commitJob();

    assertThat(PartFiles.lines(directory.resolve("out"))).containsExactly("second\t1");
  }

  @Test
  void aFailureLeavesTheDirectoryEmpty() throws Exception {
    HadoopOutput<String, Long> output = create();

    assertThatThrownBy(
            () ->
                output.orAbort(
                    () -> {
                      output.commit(write(output, 0, 0, "a"));
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    try (Stream<Path> left = Files.list(directory.resolve("out"))) {
      assertThat(left).isEmpty();
    }
  }

  private HadoopOutput<String, Long> create() throws Exception {
    return HadoopOutput.text(directory.resolve("out").toString(), String.class, Long.class);
  }

  private static String write(HadoopOutput<String, Long> output, int part, int attempt, String key)
      throws Exception {
    String id = output.attempt(part, attempt);
    RecordWriter<String, Long> writer = output.open(id);
    writer.write(key, 1L);
    output.close(writer, id);
    return id;
  }

  private List<String> visible() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("out"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("_") && !name.startsWith("."))
          .toList();
    }
  }
}
