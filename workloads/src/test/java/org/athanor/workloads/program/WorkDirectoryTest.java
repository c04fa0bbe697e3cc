// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkDirectoryTest {
  @TempDir Path directory;

  /** Ends the JVM while there are intermediate data. */
  static final class EndsEarly {
    private EndsEarly() {}

    public static void main(String[] args) throws IOException {
      WorkDirectory work =
          WorkDirectory.in(
              new Configuration(), new org.apache.hadoop.fs.Path(args[0]), EndsEarly.class);
      Files.createFile(Path.of(work.path().toUri().getPath(), "data"));
      System.exit(3);
    }
  }

  @Test
  void isRemovedAtTheEndOfTheJvm() throws Exception {
    Path parent = directory.resolve("place");
    Path log = directory.resolve("log");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            EndsEarly.class.getName(),
            parent.toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));

    Process process = builder.start();

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isEqualTo(3);
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void existsUntilItIsClosed() throws IOException {
    org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path(directory.toString());
    Path path;
    try (WorkDirectory work = WorkDirectory.in(new Configuration(), parent, getClass())) {
      path = Path.of(work.path().toUri().getPath());
      assertThat(path).isEmptyDirectory();
    }
    assertThat(path).doesNotExist();
  }
}
