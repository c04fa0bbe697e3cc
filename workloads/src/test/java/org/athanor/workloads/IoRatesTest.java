// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.mapreduce.DistributedIo;
import org.athanor.workloads.testing.LocalJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoRatesTest {
  @TempDir Path directory;

  private Map<String, Double> measures() throws IOException {
    return IoRates.of(new Configuration(), new org.apache.hadoop.fs.Path(directory.toUri()));
  }

  private void write(String name, String content) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /**
   * Writing: two files of 2 MiB, in 1 s and in 4 s: 4 MiB / 5 s; rates 2 and 0.5 MiB/s, whose mean
   * is 1.25. Reading: both in 0.5 s: 4 MiB / 1 s, and 4 MiB/s each.
   */
  @Test
  void computesThroughputAndMeanRateOfBothJobs() throws IOException {
    write("_seconds", "write\t4.5\nread\t0.75\n");
    write(
        "io_write/part-00000",
        "f:rate\t2500.0\nf:sqrate\t4250.0\nl:size\t4194304\nl:tasks\t2\nl:time\t5000\n");
    write(
        "io_read/part-00000",
        "f:rate\t8000.0\nf:sqrate\t32000.0\nl:size\t4194304\nl:tasks\t2\nl:time\t1000\n");

    Map<String, Double> measures = measures();

    assertThat(measures)
        .containsOnlyKeys(
            "write_time",
            "write_throughput",
            "write_io_rate",
            "read_time",
            "read_throughput",
            "read_io_rate")
        .containsEntry("write_time", 4.5)
        .containsEntry("read_time", .75);
    assertThat(measures.get("write_throughput")).isCloseTo(4194304 / 5d, within(1e-6));
    assertThat(measures.get("write_io_rate")).isCloseTo(1.25 * 1048576, within(1e-6));
    assertThat(measures.get("read_throughput")).isCloseTo(4194304d, within(1e-6));
    assertThat(measures.get("read_io_rate")).isCloseTo(4 * 1048576d, within(1e-6));
  }

  @Test
  void aStepWithoutDurationHasNoRate() throws IOException {
    write("_seconds", "write\t1\nread\t1\n");
    String none = "f:rate\tInfinity\nl:size\t10\nl:tasks\t1\nl:time\t0\n";
    write("io_write/part-00000", none);
    write("io_read/part-00000", none);

    assertThat(measures()).containsOnlyKeys("write_time", "read_time");
  }

  @Test
  void readsWhatHadoopsTestDfsioWrites() throws Exception {
    Configuration configuration = LocalJobs.configuration(directory);
    Path output = directory.resolve("io");
    LocalJobs.run(
        configuration, new DistributedIo(), output, "--files", 2, "--file-size", 40_000_000);

    Map<String, Double> measures =
        IoRates.of(configuration, new org.apache.hadoop.fs.Path(output.toUri()));

    assertThat(measures).hasSize(6).allSatisfy((name, amount) -> assertThat(amount).isPositive());
    // The sum of the times of two tasks is at most twice the time of the job.
    assertThat(80_000_000 / measures.get("write_throughput"))
        .isLessThan(2 * measures.get("write_time"));
  }
}
