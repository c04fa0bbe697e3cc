// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.TaskAttemptInfo;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.tools.CLI;
import org.apache.hadoop.mapreduce.v2.LogParams;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the logs of attempts that Hadoop's tools print. */
class LogsOfJobsTest extends JobFixture {
  private static final Logger LOG = LoggerFactory.getLogger(LogsOfJobsTest.class);

  /** Prints and logs each line in four ways; the first attempt at a line "fail" fails. */
  public static final class Talker extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String said = line + " by " + context.getTaskAttemptID();
      System.out.println("printed: " + said);
      System.err.print("complained: " + said + "\n");
      LOG.warn("logged: {}", said);
      Thread other = new Thread(() -> System.out.println("printed by a thread: " + said));
      other.start();
      other.join();
      if (line.toString().equals("fail") && context.getTaskAttemptID().getId() == 0) {
        throw new IOException("as told by " + line);
      }
      context.write(line, new IntWritable(1));
    }
  }

  /** Prints the keys that it reduces. */
  public static final class TalkingReducer extends Reducer<Text, IntWritable, Text, IntWritable> {
    @Override
    protected void reduce(
        Text key,
        Iterable<IntWritable> values,
        Reducer<Text, IntWritable, Text, IntWritable>.Context context) {
      System.out.println("reduced: " + key + " é");
    }
  }

  /** Has a committer that prints its steps. */
  public static final class TalkingFormat extends TextOutputFormat<Text, IntWritable> {
    @Override
    public synchronized FileOutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void setupJob(org.apache.hadoop.mapreduce.JobContext job) throws IOException {
          System.out.println("set up");
          super.setupJob(job);
        }

        @Override
        public void commitJob(org.apache.hadoop.mapreduce.JobContext job) throws IOException {
          System.out.println("committed");
          super.commitJob(job);
        }
      };
    }
  }

  private Configuration aggregating() {
    Configuration conf = conf();
    conf.setBoolean(YarnConfiguration.LOG_AGGREGATION_ENABLED, true);
    conf.set(YarnConfiguration.NM_REMOTE_APP_LOG_DIR, remote().toString());
    return conf;
  }

  private Path remote() {
    return root.resolve("logs");
  }

  private Job talking(Configuration conf) throws IOException {
    Job job = job(conf);
    job.setMapperClass(Talker.class);
    job.setReducerClass(TalkingReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setOutputFormatClass(TalkingFormat.class);
    return job;
  }

  @Test
  void eachAttemptHasItsOwnLog() throws Exception {
    input("a", "one\n");
    input("b", "fail\n");
    PrintStream out = System.out;
    PrintStream err = System.err;
    Job job = talking(aggregating());
    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(System.out).isSameAs(out);
    assertThat(System.err).isSameAs(err);

    Map<String, String> logs = new TreeMap<>();
    for (TaskCompletionEvent event : job.getTaskCompletionEvents(0, 10)) {
      TaskAttemptID attempt = event.getTaskAttemptId();
      logs.put(attempt.toString(), logs(job, attempt));
    }
    assertThat(logs).hasSize(4);
    logs.forEach(
        (attempt, log) -> {
          if (attempt.contains("_r_")) {
            assertThat(logs.get(attempt))
                .contains("LogType:stdout", "reduced: fail é\nreduced: one é");
            return;
          }
          assertThat(log)
              .contains("LogType:stdout", "LogType:stderr", "LogType:syslog")
              .containsPattern("\\nprinted: \\w+ by " + attempt)
              .containsPattern("\\nprinted by a thread: \\w+ by " + attempt)
              .containsPattern("\\ncomplained: \\w+ by " + attempt)
              .containsPattern("WARN .*logged: \\w+ by " + attempt);
          assertThat(Stream.of(log.split("\\s")).filter(word -> word.startsWith("attempt_")))
              .containsOnly(attempt);
        });
    assertThat(logs.values().stream().filter(log -> log.contains("as told by fail")))
        .singleElement()
        .asString()
        .contains("java.io.IOException", "at org.athanor.engine.LogsOfJobsTest$Talker.map");
    assertThat(logs(job, null))
        .contains("set up\ncommitted\n")
        .doesNotContain("printed", "reduced");
  }

  @Test
  void theHistoryNamesTheSameContainers() throws Exception {
    input("a", "one\n");
    input("b", "fail\n");
    Configuration conf = aggregating();
    conf.setBoolean("athanor.history.enabled", true);
    conf.set("athanor.history.dir", root.resolve("history").toString());
    Job job = talking(conf);
    run(job);

    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(HistoryOfJobsTest.historyOf(job).toUri());
    JobInfo info = new JobHistoryParser(file.getFileSystem(conf), file).parse();
    Cluster cluster = new Cluster(conf);
    LogParams ofJob = cluster.getLogParams(job.getJobID(), null);
    assertThat(info.getLatestAMInfo().getContainerId()).hasToString(ofJob.getContainerId());
    List<TaskAttemptInfo> attempts =
        info.getAllTasks().values().stream()
            .flatMap(task -> task.getAllTaskAttempts().values().stream())
            .toList();
    for (TaskAttemptInfo attempt : attempts) {
      LogParams params = cluster.getLogParams(job.getJobID(), attempt.getAttemptId());
      assertThat(attempt.getContainerId()).hasToString(params.getContainerId());
      assertThat(NodeId.newInstance(attempt.getHostname(), attempt.getPort()))
          .hasToString(params.getNodeId());
    }
    assertThat(attempts.stream().map(TaskAttemptInfo::getContainerId).collect(Collectors.toSet()))
        .hasSize(4);
  }

  /** Waits until the test releases it. */
  public static final class Waiting extends Mapper<LongWritable, Text, Text, IntWritable> {
    private static final CountDownLatch ASKED = new CountDownLatch(1);

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws InterruptedException {
      ASKED.await();
    }
  }

  @Test
  void logsAreAvailableAfterTheEndOfTheJob() throws Exception {
    input("a", "one\n");
    Job job = job(aggregating());
    job.setMapperClass(Waiting.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.getConfiguration().set("athanor.task.isolation", "shared");
    job.submit();
    Cluster cluster = new Cluster(conf());
    assertThatThrownBy(() -> cluster.getLogParams(job.getJobID(), null))
        .isInstanceOf(IOException.class)
        .hasMessage(job.getJobID() + " has not ended: its logs can be read after its end");
    Waiting.ASKED.countDown();
    end(job);
    TaskAttemptID other =
        TaskAttemptID.forName(job.getJobID().toString().replace("job", "attempt") + "_m_000001_0");
    assertThatThrownBy(() -> cluster.getLogParams(job.getJobID(), other))
        .isInstanceOf(IOException.class)
        .hasMessage(other + ": no such attempt of " + job.getJobID());
  }

  @Test
  void logsAreNotSavedIfAggregationIsOff() throws Exception {
    input("a", "one\n");
    Configuration conf = aggregating();
    conf.setBoolean(YarnConfiguration.LOG_AGGREGATION_ENABLED, false);
    Job job = talking(conf);
    run(job);
    assertThat(remote()).doesNotExist();
    assertThat(logs(job, null))
        .contains(job.getJobID().toString().replace("job", "application") + " does not exist");
  }

  @Test
  void aJobDoesNotFailIfItsLogsCannotBeAggregated() throws Exception {
    input("a", "one\n");
    Files.writeString(remote(), "a file, not a directory");
    Job job = talking(aggregating());
    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(remote()).hasContent("a file, not a directory");
  }

  /** Returns the logs that {@code mapred job -logs} prints. */
  private static String logs(Job job, TaskAttemptID attempt) throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    try {
      String id = job.getJobID().toString();
      new CLI(job.getConfiguration())
          .run(
              attempt == null
                  ? new String[] {"-logs", id}
                  : new String[] {"-logs", id, attempt.toString()});
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
