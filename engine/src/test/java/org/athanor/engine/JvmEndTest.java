// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ExitUtil;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.exit.JvmExit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks when a JVM with jobs ends, and its exit code, with drivers in their own processes. */
@Timeout(120)
class JvmEndTest {
  @TempDir private Path directory;

  /** The exit code and the output of a process. */
  private record Ended(int code, String output) {}

  @BeforeEach
  void makeInput() throws IOException {
    Files.writeString(Files.createDirectories(directory.resolve("in")).resolve("text"), "one\n");
  }

  private Ended run(Class<?> driver, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), driver.getName()));
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

  /** Returns a job whose directories are in this process's working directory. */
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

  /**
   * Ends the JVM through a class of Hadoop, which jobs share, so that the call is not redirected.
   */
  static final class Exits extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text value, Context context) {
      ExitUtil.terminate(0);
    }
  }

  /** Waits for a job whose task ends the JVM; has a slow shutdown hook. */
  static final class WaitsForExits {
    public static void main(String[] arguments) throws Exception {
      Thread hook =
          new Thread(
              () -> {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
                System.out.println("the application's hook has run");
              });
      Runtime.getRuntime().addShutdownHook(hook);
      Job job = job();
      job.setMapperClass(Exits.class);
      job.waitForCompletion(false);
    }
  }

  @Test
  void aJvmThatATaskEndsHasExitCodeOneAndDoesNotWaitForTheJob() throws Exception {
    long start = System.nanoTime();

    Ended ended = run(WaitsForExits.class);

    assertThat(ended.code()).as(ended.output()).isEqualTo(1);
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(15));
  }

  /** Waits for a job in which a thread of a MultithreadedMapper ends the JVM. */
  static final class WaitsForExitsOfAPool {
    public static void main(String[] arguments) throws Exception {
      Job job = job();
      job.setMapperClass(MultithreadedMapper.class);
      MultithreadedMapper.setMapperClass(job, Exits.class);
      MultithreadedMapper.setNumberOfThreads(job, 2);
      job.waitForCompletion(false);
    }
  }

  @Test
  void theJvmFailsIfAThreadThatATaskHasStartedEndsIt() throws Exception {
    Ended ended = run(WaitsForExitsOfAPool.class);

    assertThat(ended.code()).as(ended.output()).isEqualTo(1);
  }

  /** Two shutdown hooks choose an exit code; the application's hook waits for Hadoop's hooks. */
  static final class ChoosesExitCodesTwice {
    public static void main(String[] arguments) {
      CountDownLatch hadoopHooksHaveRun = new CountDownLatch(1);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    try {
                      hadoopHooksHaveRun.await();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                    System.out.println("the application's hook has run");
                  }));
      JvmExit.prepare();
      ShutdownHookManager hooks = ShutdownHookManager.get();
      hooks.addShutdownHook(() -> JvmExit.endWith(3), 50);
      hooks.addShutdownHook(() -> JvmExit.endWith(4), 40);
      int afterAllOthers = -1;
      hooks.addShutdownHook(hadoopHooksHaveRun::countDown, afterAllOthers);
    }
  }

  @Test
  void theFirstExitCodeStandsAndAllHooksRun() throws Exception {
    Ended ended = run(ChoosesExitCodesTwice.class, "--add-opens=java.base/java.lang=ALL-UNNAMED");

    assertThat(ended.code()).as(ended.output()).isEqualTo(3);
    assertThat(ended.output()).contains("the application's hook has run");
  }

  @Test
  void theApplicationsHooksRunFirstIfJavaLangIsOpen() throws Exception {
    Ended ended = run(WaitsForExits.class, "--add-opens=java.base/java.lang=ALL-UNNAMED");

    assertThat(ended.code()).as(ended.output()).isEqualTo(1);
    assertThat(ended.output()).contains("the application's hook has run");
  }
}
