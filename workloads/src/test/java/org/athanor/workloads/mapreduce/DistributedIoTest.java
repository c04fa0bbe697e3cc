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

class DistributedIoTest {
  @TempDir Path directory;

  @Test
  void hadoopsTestDfsioWritesAndReadsWhatTheCheckExpects() throws Exception {
    Configuration configuration = LocalJobs.configuration(directory);
    Path output = directory.resolve("io");
    String[] check = {
      "dfsio", "--output", output.toString(), "--files", "2", "--file-size", "1500001"
    };

    int status =
        LocalJobs.run(
            configuration, new DistributedIo(), output, "--files", 2, "--file-size", 1500001);

    assertThat(status).isZero();
    assertThat(Verify.check(configuration, check))
        .isEqualTo("2 files of 1500001 bytes, written and read");
    Path file = output.resolve("io_data/test_io_1");
    Files.delete(output.resolve("io_data/.test_io_1.crc"));
    byte[] content = Files.readAllBytes(file);
    content[1_200_000]++;
    Files.write(file, content);
    assertThatThrownBy(() -> Verify.check(configuration, check))
        .hasMessageStartingWith("test_io_1: byte 1200000 is ");
  }

  @Test
  void refusesNoFiles() {
    assertThatThrownBy(
            () ->
                LocalJobs.run(
                    new Configuration(),
                    new DistributedIo(),
                    directory,
                    "--files",
                    0,
                    "--file-size",
                    1))
        .isInstanceOf(UsageException.class)
        .hasMessage("--files 0: must be a whole number from 1 to 100000");
  }
}
