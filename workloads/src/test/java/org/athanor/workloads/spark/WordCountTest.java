// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.athanor.workloads.program.JobArguments;
import org.athanor.workloads.testing.PartFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LocalSpark.class)
class WordCountTest {

  @TempDir Path directory;

  @Test
  void countsTheWordsBetweenSpacesAndTabs(JavaSparkContext spark) throws Exception {
    Path input =
        Files.writeString(directory.resolve("text"), "to be, or\tnot\n\n to be \u00e9t\u00e9\n");
    Path output = directory.resolve("out");

    WordCount.run(
        spark,
        JobArguments.parse(new String[] {input.toString(), output.toString(), "--parts", "3"}));

    assertThat(PartFiles.lines(output))
        .containsExactlyInAnyOrder(
            "to\t2", "be,\t1", "or\t1", "not\t1", "be\t1", "\u00e9t\u00e9\t1");
    assertThat(PartFiles.in(output)).hasSize(3);
    assertThat(output.resolve("_SUCCESS")).exists();
  }
}
