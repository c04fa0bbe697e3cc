// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.athanor.engine.compatibility.oracle.Area;
import org.athanor.engine.compatibility.oracle.InputWriter;
import org.athanor.engine.compatibility.oracle.JobCase;
import org.athanor.engine.compatibility.oracle.JobProgram;
import org.athanor.engine.compatibility.oracle.ObservedJob;
import org.athanor.engine.compatibility.oracle.OracleTest;
import org.athanor.engine.compatibility.oracle.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Area("Failures, retries, kills")
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class FailureTest extends OracleTest {
  private static final String NO_RETRIES = "it runs each task once";
  private static final long PATIENCE_SECONDS = 60;
  private static final long WAITING_SECONDS = 20;

  @Test
  @Tag("short")
  void failsIfAMapperFails() throws Exception {
    check(
        JobCase.of("failing mapper", "IOException in map")
            .input(Inputs::threeTexts)
            .program(with(AlwaysFails.class, IntSumReducer.class))
            .failing()
            .verifying(observed -> assertThat(observed.files().has("_SUCCESS")).isFalse()));
  }

  @Test
  void failsIfAMapperThrowsAnError() throws Exception {
    check(
        JobCase.of("error in a mapper", "StackOverflowError in map")
            .input(Inputs::threeTexts)
            .program(with(Overflows.class, IntSumReducer.class))
            .failing());
  }

  @Test
  void failsIfAReducerFails() throws Exception {
    check(
        JobCase.of("failing reducer", "unchecked exception in reduce, after some output")
            .input(Inputs::threeTexts)
            .program(with(WordSplit.class, FailsOnLateKey.class))
            .failing());
  }

  @Test
  void failsIfACombinerFails() throws Exception {
    check(
        JobCase.of("failing combiner", "unchecked exception in a combiner")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "failing-combiner");
                  job.setCombinerClass(FailsOnLateKey.class);
                  return Jobs.run(job);
                })
            .failing());
  }

  @Test
  void failsIfAMapperEmitsAnotherKeyClass() throws Exception {
    check(
        JobCase.of("wrong key class", "type mismatch in the key of a map")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "wrong-class");
                  job.setMapOutputKeyClass(IntWritable.class);
                  job.setMapOutputValueClass(IntWritable.class);
                  return Jobs.run(job);
                })
            .failing());
  }

  @Test
  void failsIfTheInputIsMissing() throws Exception {
    check(
        JobCase.of("missing input", "InvalidInputException at submission")
            .program(
                workspace -> {
                  Job job = counting(workspace, "missing-input");
                  FileInputFormat.setInputPaths(job, new Path(workspace.in(), "nothing"));
                  return Jobs.run(job);
                })
            .failing());
  }

  @Test
  void failsIfTheMapperClassIsMissing() throws Exception {
    check(
        JobCase.of("missing class", "ClassNotFoundException in the task")
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "missing-class");
                  job.getConfiguration().set("mapreduce.job.map.class", "org.example.Missing");
                  return Jobs.run(job);
                })
            .failing());
  }

  @Test
  void failsIfThereAreTooManyCounters() throws Exception {
    check(
        JobCase.of("too many counters", "LimitExceededException after 120 counters")
            .candidateOnly("its progress reporter then ends the driver's JVM")
            .input(Inputs::threeTexts)
            .program(with(CountsEverything.class, IntSumReducer.class))
            .failing());
  }

  @Test
  void retriesAMapThatFailsOnce() throws Exception {
    check(
        JobCase.of("retried map", "first attempts fail after some output; counters of the second")
            .candidateOnly(NO_RETRIES)
            .input(Inputs::threeTexts)
            .program(with(FailsOnFirstAttempt.class, IntSumReducer.class))
            .verifying(
                observed -> {
                  ObservedJob job = observed.job();
                  assertThat(job.counter(JobCounter.NUM_FAILED_MAPS)).isEqualTo(3);
                  assertThat(job.counter(TaskCounter.MAP_INPUT_RECORDS)).isEqualTo(720);
                  assertThat(job.counter("attempts", "2")).isEqualTo(720);
                  assertThat(job.counter("attempts", "1")).isZero();
                  assertThat(job.events()).filteredOn(e -> e.endsWith("FAILED")).hasSize(3);
                  assertThat(job.counter(TaskCounter.REDUCE_INPUT_RECORDS))
                      .isEqualTo(job.counter(TaskCounter.MAP_OUTPUT_RECORDS));
                }));
  }

  @Test
  void retriesAReduceThatFailsOnce() throws Exception {
    check(
        JobCase.of("retried reduce", "first attempts fail after some output; one output remains")
            .candidateOnly(NO_RETRIES)
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "retried-reduce");
                  job.setReducerClass(FailsOnFirstReduce.class);
                  job.setNumReduceTasks(2);
                  return Jobs.run(job);
                })
            .verifying(
                observed -> {
                  assertThat(observed.job().counter(JobCounter.NUM_FAILED_REDUCES)).isEqualTo(2);
                  assertThat(observed.files().names())
                      .containsExactly("_SUCCESS", "part-r-00000", "part-r-00001");
                  assertThat(observed.files().textOfAll("part-").lines()).doesNotHaveDuplicates();
                }));
  }

  @Test
  void givesUpAfterTheLastAttempt() throws Exception {
    check(
        JobCase.of("attempts used up", "mapreduce.map.maxattempts=3, diagnostics of the failure")
            .candidateOnly(NO_RETRIES)
            .input((directory, random) -> Inputs.words(directory.resolve("a"), random, 5))
            .program(
                workspace -> {
                  Job job = counting(workspace, "attempts");
                  job.setMapperClass(AlwaysFails.class);
                  job.getConfiguration().setInt("mapreduce.map.maxattempts", 3);
                  return Jobs.run(job);
                })
            .failing()
            .verifying(
                observed -> {
                  ObservedJob job = observed.job();
                  assertThat(job.counter(JobCounter.NUM_FAILED_MAPS)).isEqualTo(3);
                  if (isComparedWithYarn()) {
                    // Hadoop's master tells the number of failed tasks only.
                    assertThat(job.failureInfo())
                        .containsAnyOf("the mapper was told to fail", "failedMaps:1");
                  } else {
                    assertThat(job.failureInfo()).contains("the mapper was told to fail");
                  }
                  assertThat(job.mapReports())
                      .singleElement()
                      .asString()
                      .contains("FAILED")
                      .contains("the mapper was told to fail");
                }));
  }

  @Test
  void toleratesSomeFailedMaps() throws Exception {
    check(
        JobCase.of("tolerated failures", "mapreduce.map.failures.maxpercent=40, one map of three")
            .candidateOnly(NO_RETRIES)
            .input(Inputs::threeTexts)
            .program(
                workspace -> {
                  Job job = counting(workspace, "tolerant");
                  job.setMapperClass(SecondMapFails.class);
                  job.getConfiguration().setInt("mapreduce.map.failures.maxpercent", 40);
                  job.getConfiguration().setInt("mapreduce.map.maxattempts", 1);
                  return Jobs.run(job);
                })
            .verifying(
                observed -> {
                  ObservedJob job = observed.job();
                  assertThat(job.succeeded()).isTrue();
                  assertThat(job.counter(JobCounter.NUM_FAILED_MAPS)).isEqualTo(1);
                }));
  }

  @Test
  void killsAJob() throws Exception {
    check(
        JobCase.of("killed job", "Job.killJob while a map runs")
            .input(oneLine())
            .program(
                workspace -> {
                  Job job = begin(workspace, "killed-job");
                  job.killJob();
                  int exitCode = job.waitForCompletion(false) ? 0 : 1;
                  workspace.record("state", String.valueOf(job.getJobState()));
                  return exitCode;
                })
            .failing()
            .verifying(observed -> assertThat(observed.files().text("state")).isEqualTo("KILLED")));
  }

  @Test
  void runsAKilledTaskAgain() throws Exception {
    check(
        JobCase.of("killed task", "Job.killTask; the next attempt succeeds, nothing counts failed")
            .candidateOnly("it cannot kill tasks")
            .input(oneLine())
            .program(
                workspace -> {
                  Job job = begin(workspace, "killed-task");
                  job.killTask(firstAttempt(job));
                  return job.waitForCompletion(false) ? 0 : 1;
                })
            .verifying(
                observed -> {
                  assertThat(observed.job().counter(JobCounter.NUM_KILLED_MAPS)).isEqualTo(1);
                  assertThat(observed.job().counter(JobCounter.NUM_FAILED_MAPS)).isZero();
                }));
  }

  @Test
  void countsAFailedTaskAsAFailure() throws Exception {
    check(
        JobCase.of("failed task", "Job.failTask; with one attempt the job fails")
            .candidateOnly("it cannot fail tasks")
            .input(oneLine())
            .program(
                workspace -> {
                  Job job = begin(workspace, "failed-task");
                  job.failTask(firstAttempt(job));
                  return job.waitForCompletion(false) ? 0 : 1;
                })
            .failing()
            .verifying(
                observed ->
                    assertThat(observed.job().counter(JobCounter.NUM_FAILED_MAPS)).isEqualTo(1)));
  }

  private static Job begin(Workspace workspace, String name) throws Exception {
    Job job = counting(workspace, name);
    job.setMapperClass(FirstAttemptWaits.class);
    job.getConfiguration().setInt("mapreduce.map.maxattempts", 1);
    ScratchFiles.enable(workspace, job.getConfiguration());
    job.submit();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (ScratchFiles.lines(workspace).isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("no map began in " + PATIENCE_SECONDS + " s");
      }
      Thread.sleep(10);
    }
    return job;
  }

  private static TaskAttemptID firstAttempt(Job job) {
    return new TaskAttemptID(
        job.getJobID().getJtIdentifier(), job.getJobID().getId(), TaskType.MAP, 0, 0);
  }

  private static InputWriter oneLine() {
    return (directory, random) -> Inputs.lines(directory.resolve("a"), "one line");
  }

  @SuppressWarnings("rawtypes") // as Job.setMapperClass
  private static JobProgram with(Class<? extends Mapper> mapper, Class<? extends Reducer> reducer) {
    return workspace -> {
      Job job = counting(workspace, mapper.getSimpleName());
      job.setMapperClass(mapper);
      job.setReducerClass(reducer);
      return Jobs.run(job);
    };
  }

  private static Job counting(Workspace workspace, String name) throws IOException {
    Job job = Jobs.job(workspace, name);
    job.setMapperClass(WordSplit.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    return job;
  }

  /** Emits some words, then fails. */
  public static class AlwaysFails extends WordSplit {
    private int lines;

    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      super.map(key, line, context);
      if (++lines == 3) {
        throw new IOException("the mapper was told to fail");
      }
    }
  }

  /** Overflows the stack. */
  public static class Overflows extends WordSplit {
    @Override
    protected void map(Object key, Text line, Context context) {
      deeper(1);
    }

    @SuppressWarnings("InfiniteRecursion") // that is the test
    private static int deeper(int depth) {
      return deeper(depth + 1) + 1;
    }
  }

  /** Sums, but fails near the end. */
  public static class FailsOnLateKey extends IntSumReducer<Text> {
    @Override
    public void reduce(Text key, Iterable<IntWritable> values, Context context)
        throws IOException, InterruptedException {
      if (key.toString().compareTo("wk") > 0) {
        throw new IllegalStateException("the reducer was told to fail");
      }
      super.reduce(key, values, context);
    }
  }

  /** Fails at the end of the first attempt, and counts lines by attempt. */
  public static class FailsOnFirstAttempt extends WordSplit {
    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      int attempt = context.getTaskAttemptID().getId() + 1;
      context.getCounter("attempts", String.valueOf(attempt)).increment(1);
      super.map(key, line, context);
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      if (context.getTaskAttemptID().getId() == 0) {
        throw new IOException("the first attempt was told to fail");
      }
    }
  }

  /** Fails at the end of the first attempt. */
  public static class FailsOnFirstReduce extends IntSumReducer<Text> {
    @Override
    protected void cleanup(Context context) throws IOException {
      if (context.getTaskAttemptID().getId() == 0) {
        throw new IOException("the first attempt was told to fail");
      }
    }
  }

  /** Fails in the task of index 1. */
  public static class SecondMapFails extends WordSplit {
    @Override
    protected void setup(Context context) throws IOException {
      if (context.getTaskAttemptID().getTaskID().getId() == 1) {
        throw new IOException("this map was told to fail");
      }
    }
  }

  /** The first attempt waits until it is interrupted. */
  public static class FirstAttemptWaits extends WordSplit {
    @Override
    protected void map(Object key, Text line, Context context)
        throws IOException, InterruptedException {
      if (context.getTaskAttemptID().getId() == 0) {
        ScratchFiles.append(context.getConfiguration(), "begun");
        new Semaphore(0).tryAcquire(WAITING_SECONDS, TimeUnit.SECONDS);
      }
      super.map(key, line, context);
    }
  }

  /** A counter for each word. */
  public static class CountsEverything extends WordSplit {
    private int lines;

    @Override
    protected void map(Object key, Text line, Context context) {
      context.getCounter("everything", "line " + lines++).increment(1);
    }
  }
}
