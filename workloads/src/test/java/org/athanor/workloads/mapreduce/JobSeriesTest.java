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

class JobSeriesTest {
  @TempDir Path directory;

  private String check(int jobs) throws Exception {
    return Verify.check(
        new Configuration(),
        "series",
        "--input",
        directory.resolve("in").toString(),
        "--output",
        directory.resolve("out").toString(),
        "--jobs",
        "" + jobs);
  }

  @Test
  void eachJobWritesWhatTheCheckExpects() throws Exception {
    Files.createDirectories(directory.resolve("in"));
    Files.writeString(directory.resolve("in/words"), "the fire feeds the furnace\n");

    int status =
        LocalJobs.run(
            LocalJobs.configuration(directory),
            new JobSeries(),
            directory.resolve("in"),
            directory.resolve("out"),
            "--jobs",
            2);

    assertThat(status).isZero();
    assertThat(Files.readAllLines(directory.resolve("out").resolve(JobSeries.SECONDS)))
        .satisfiesExactly(
            first -> assertThat(first).matches("1\t[0-9.E-]+"),
            second -> assertThat(second).matches("2\t[0-9.E-]+"));
    assertThat(check(2)).startsWith("2 jobs: ");
    assertThatThrownBy(() -> check(3))
        .hasMessageStartingWith("job 3: ")
        .hasMessageEndingWith("there is no output");
    Path part = directory.resolve("out/job-1/part-r-00000");
    Files.delete(part.resolveSibling(".part-r-00000.crc"));
    Files.writeString(part, "the\t1\n");
    assertThatThrownBy(() -> check(2)).hasMessageStartingWith("job 1: part-r-00000 record 1: ");
  }

  @Test
  void refusesNoJobs() {
    assertThatThrownBy(
            () ->
                LocalJobs.run(
                    new Configuration(), new JobSeries(), directory, directory, "--jobs", 0))
        .isInstanceOf(UsageException.class)
        .hasMessage("--jobs 0: must be a whole number from 1 to 1000");
  }
}
