// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.athanor.workloads.program.BytesOrder;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.testing.TeraRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LocalSpark.class)
class TeraSortTest {

  @TempDir Path directory;

  @Test
  void sortsTheRowsOverAllParts(JavaSparkContext spark) throws Exception {
    List<byte[]> rows = TeraRows.write(directory.resolve("in/rows"), 1_000);
    Path output = directory.resolve("out");

    TeraSort.run(
        spark,
        JobArguments.parse(
            new String[] {directory.resolve("in").toString(), output.toString(), "--parts", "4"}));

    List<byte[]> sorted = TeraRows.read(PartFiles.in(output));
    assertThat(sorted).isSortedAccordingTo(Comparator.comparing(TeraRows::key, new BytesOrder()));
    assertThat(sorted).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(PartFiles.in(output)).hasSize(4).allMatch(part -> part.toFile().length() > 0);
  }
}
