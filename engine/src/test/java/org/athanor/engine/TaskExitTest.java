// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.testing.CompiledJar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks that call System.exit and the like, in this test's own JVM. */
class TaskExitTest extends JobFixture {
  private static final String MAPPER = "org.acme.Exits";

  /** Has, before the calls, every instruction whose length depends on its operands. */
  private static final String SOURCE =
      """
      package org.acme;

      import java.io.IOException;
      import java.util.function.IntConsumer;
      import org.apache.hadoop.io.LongWritable;
      import org.apache.hadoop.io.Text;
      import org.apache.hadoop.mapreduce.Mapper;
      import org.apache.hadoop.mapreduce.OutputCommitter;
      import org.apache.hadoop.mapreduce.TaskAttemptContext;
      import org.apache.hadoop.mapreduce.JobContext;
      import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

      public class Exits extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable key, Text value, Context context)
            throws IOException, InterruptedException {
          String how = context.getConfiguration().get("exits.how");
          boolean always = context.getConfiguration().getBoolean("exits.always", false);
          if (always || context.getTaskAttemptID().getId() == 0) {
            exit(how);
          }
          context.write(value, value);
        }

        private static void exit(String how) throws InterruptedException {
          Runtime runtime = Runtime.getRuntime();
          IntConsumer end = null;
          int sum = 0;
          for (int i = 0; i < 3; i++) {
            sum += switch (i) { case 0 -> 1; case 1 -> 2; default -> 3; };
            sum += switch (i) { case 0 -> 1; case 1000 -> 2; default -> 3; };
          }
          LOCALS
          int wide = 0;
          wide += 1;
          sum += wide - 1;
          switch (how) {
            case "system" -> System.exit(sum - 13);
            case "runtime" -> runtime.exit(3);
            case "halt" -> Runtime.getRuntime().halt(4);
            case "system::" -> end = System::exit;
            case "runtime::" -> end = runtime::exit;
            case "halt::" -> end = runtime::halt;
            case "thread" -> {
              Thread thread = new Thread(() -> System.exit(5));
              thread.start();
              thread.join();
              Thread.sleep(100_000);
            }
            case "caught" -> {
              try {
                System.exit(6);
              } catch (Throwable t) {
                System.out.println("not with " + t);
              }
            }
            default -> throw new IllegalArgumentException(how);
          }
          if (end != null) {
            end.accept(7);
          }
        }

        public static class Output extends NullOutputFormat<Text, Text> {
          @Override
          public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
            OutputCommitter none = super.getOutputCommitter(context);
            return new OutputCommitter() {
              public void setupJob(JobContext c) {}
              public void setupTask(TaskAttemptContext c) {}
              public boolean needsTaskCommit(TaskAttemptContext c) { return false; }
              public void commitTask(TaskAttemptContext c) {}
              public void abortTask(TaskAttemptContext c) {}
              public void commitJob(JobContext c) { System.exit(0); }
            };
          }
        }
      }
      """;

  /** Declares so many local variables that the next ones have indexes of two bytes. */
  private static String locals() {
    return IntStream.range(0, 130)
        .mapToObj(i -> "long local" + i + " = sum;")
        .collect(Collectors.joining());
  }

  private Configuration jobConf(String how) throws Exception {
    Path jar = CompiledJar.of(root.resolve("job.jar"), MAPPER, SOURCE.replace("LOCALS", locals()));
    Configuration conf = conf();
    conf.setClassLoader(
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, TaskExitTest.class.getClassLoader()));
    conf.set("exits.how", how);
    conf.set("mapreduce.job.jar", jar.toString());
    conf.set("mapreduce.job.map.class", MAPPER);
    return conf;
  }

  private Job exits(Configuration conf) throws Exception {
    input("text", "one\n");
    Job job = job(conf);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(0);
    return job;
  }

  @ParameterizedTest
  @CsvSource({
    "system, System.exit(0)",
    "runtime, Runtime.exit(3)",
    "halt, Runtime.halt(4)",
    "system::, System.exit(7)",
    "runtime::, Runtime.exit(7)",
    "halt::, Runtime.halt(7)",
    "thread, System.exit(5)",
    "caught, System.exit(6)"
  })
  void theAttemptFailsAndTheTaskIsRetried(String how, String call) throws Exception {
    Job job = exits(jobConf(how));

    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);

    assertThat(outputLines()).containsExactly("one\tone");
    assertThat(job.getTaskReports(TaskType.MAP)[0].getDiagnostics())
        .hasSize(1)
        .allMatch(
            text ->
                text.equals(
                    "exit code "
                        + call.replaceAll("\\D", "")
                        + ": the job's code called "
                        + call
                        + " before it was done"));
  }

  @Test
  void theJobFailsIfEachAttemptExits() throws Exception {
    Configuration conf = jobConf("system");
    conf.setBoolean("exits.always", true);

    Ended ended = run(exits(conf));

    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo())
        .isEqualTo(
            "map 0 failed 2 times: exit code 0: the job's code called System.exit(0) before it was"
                + " done");
    assertNothingIsCommitted();
  }

  @Test
  void theJobFailsIfItsCommitExits() throws Exception {
    Configuration conf = jobConf("none");
    conf.set("mapreduce.job.outputformat.class", MAPPER + "$Output");
    conf.setInt("mapreduce.map.maxattempts", 1);
    conf.set("mapreduce.job.map.class", Mapper.class.getName());

    Ended ended = run(exits(conf));

    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo())
        .isEqualTo(
            "commit failed: org.athanor.engine.exit.TaskExitError: exit code 0: the job's code"
                + " called System.exit(0) before it was done");
  }
}
