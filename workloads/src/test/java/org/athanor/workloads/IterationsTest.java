// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.program.IterationCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IterationsTest {
  @TempDir Path output;
  private final Configuration configuration = new Configuration();

  private String line() throws IOException {
    return Iterations.line(configuration, new org.apache.hadoop.fs.Path(output.toUri()));
  }

  @Test
  void printsWhatTheOutputSaysAsAMeasure() throws Exception {
    assertThat(line())
        .isEqualTo("measure iterations unavailable the output has no file _iterations");

    IterationCount.write(configuration, new org.apache.hadoop.fs.Path(output.toUri()), 17);
    assertThat(line()).isEqualTo("measure iterations 17 count");
  }

  @Test
  void refusesAnotherContent() throws Exception {
    Files.writeString(output.resolve("_iterations"), "none");

    assertThatThrownBy(this::line).hasMessageEndingWith("has none; must be a number from 1");
  }
}
