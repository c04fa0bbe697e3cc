// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When a JVM with jobs ends, and with which exit code: drivers in processes of their own. */
@Timeout(120)
class JvmEndTest {
  @TempDir private Path directory;

  /** How a process ended. */
  private record Ended(int code, String output) {}

  @BeforeEach
  void makeInput() throws IOException {
    Files.writeString(Files.createDirectories(directory.resolve("in")).resolve("text"), "one\n");
  }

  private Ended run(Class<?> driver, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), driver.getName()));
    command.addAll(List.of(arguments));
    Path output = directory.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    try {
      assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(output));
  }

  /** A job of this process's working directory. */
  private static Job job() throws IOException {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "athanor");
    conf.set("hadoop.tmp.dir", Path.of("tmp").toAbsolutePath().toString());
    Job job = Job.getInstance(conf);
    job.setNumReduceTasks(0);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path("in"));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path("out"));
    return job;
  }

  /** Submits a job and returns. */
  static final class SubmitsOnly {
    public static void main(String[] arguments) throws Exception {
      job().submit();
    }
  }

  @Test
  void theJvmStaysUntilItsJobsHaveEnded() throws Exception {
    Ended ended = run(SubmitsOnly.class);

    assertThat(ended.code()).as(ended.output()).isZero();
    assertThat(directory.resolve("out/part-m-00000")).hasContent("0\tone");
    assertThat(directory.resolve("out/_SUCCESS")).exists();
  }
}
