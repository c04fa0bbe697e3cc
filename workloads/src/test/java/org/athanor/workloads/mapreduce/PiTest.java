// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.Verify;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.usage.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiTest {
  @TempDir Path directory;

  private String check(Path output, int maps, int samples) throws Exception {
    return Verify.check(
        new Configuration(),
        "pi",
        "--output",
        output.toString(),
        "--maps",
        "" + maps,
        "--samples",
        "" + samples);
  }

  @Test
  void writesTheEstimateThatTheCheckExpects() throws Exception {
    Path output = directory.resolve("out");
    Configuration configuration = LocalJobs.configuration(directory);

    int status = LocalJobs.run(configuration, new Pi(), output, "--maps", 3, "--samples", 1000);

    assertThat(status).isZero();
    assertThat(output.resolve("_work")).doesNotExist();
    assertThat(check(output, 3, 1000)).startsWith("pi is 3.14").endsWith(" by 3000 points");
    assertThatThrownBy(() -> check(output, 3, 1001))
        .hasMessageMatching("estimate: \"3\\.14[0-9]+\"; must be 3\\.14[0-9]+");
  }

  /** Of the first eight points, from (1/2, 1/3) to (1/16, 8/9), the last one is outside. */
  @Test
  void theCheckCountsThePointsInTheCircle() throws Exception {
    Path output = Files.createDirectories(directory.resolve("out"));
    assertThatThrownBy(() -> check(output, 1, 8)).hasMessageEndingWith("estimate: is missing");

    Files.writeString(output.resolve("estimate"), "3.50000000000000000000\n");

    assertThat(check(output, 2, 4)).isEqualTo("pi is 3.50000000000000000000 by 8 points");
    Files.writeString(output.resolve("estimate"), "three\n");
    assertThatThrownBy(() -> check(output, 1, 8))
        .hasMessage("estimate: \"three\"; must be 3.50000000000000000000");
  }

  @Test
  void refusesNoMaps() {
    assertThatThrownBy(
            () ->
                LocalJobs.run(
                    new Configuration(), new Pi(), directory, "--maps", 0, "--samples", 1))
        .isInstanceOf(UsageException.class)
        .hasMessage("--maps 0: must be a whole number from 1 to 10000");
  }
}
