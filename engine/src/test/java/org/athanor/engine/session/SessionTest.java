// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.engine.files.DirectoryTree;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.netty.HadoopTls;
import org.athanor.engine.testing.TlsStores;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SessionTest {
  private static final int FILES = 12;
  private static final int JOB_SECONDS = 40;
  private static final int KILLS = Integer.getInteger("athanor.test.kills", 6);

  @TempDir Path root;

  private final Map<String, Integer> expected = new TreeMap<>();

  private void writeInput(int words) throws IOException {
    Random random = Seeds.of("session");
    Files.createDirectories(root.resolve("in"));
    for (int file = 0; file < FILES; file++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < words; i++) {
        String word = "w" + random.nextInt(5000);
        expected.merge(word, 1, Integer::sum);
        text.append(word).append(i % 10 == 9 ? '\n' : ' ');
      }
      Files.writeString(root.resolve("in/" + file), text);
    }
  }

  private Job wordCount(int reduces) throws IOException {
    Configuration conf = TestSession.conf(root);
    Job job = Job.getInstance(conf, "word count");
    job.setJarByClass(WordCount.class);
    job.setMapperClass(WordCount.TokenizerMapper.class);
    job.setReducerClass(WordCount.IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(reduces);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(root.resolve("in").toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(root.resolve("out").toUri()));
    return job;
  }

  private Map<String, Integer> counted() throws IOException {
    Map<String, Integer> counted = new TreeMap<>();
    try (Stream<Path> files = Files.list(root.resolve("out"))) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("part")).toList()) {
        for (String line : Files.readAllLines(file)) {
          int tab = line.indexOf('\t');
          counted.merge(
              line.substring(0, tab), Integer.parseInt(line.substring(tab + 1)), (a, b) -> -1);
        }
      }
    }
    return counted;
  }

  @Test
  void aJobRunsOnSeveralWorkers() throws Exception {
    writeInput(2000);
    try (TestSession session = new TestSession(2, root.resolve("session"))) {
      Job job = wordCount(5);
      run(job, session);
      assertThat(counted()).isEqualTo(expected);
      assertThat(job.getCounters().findCounter(TaskCounter.MAP_OUTPUT_RECORDS).getValue())
          .isEqualTo(FILES * 2000L);
    }
  }

  @Test
  void aJobRunsOverTls() throws Exception {
    writeInput(2000);
    Map<String, String> settings = new TlsStores(root.resolve("tls")).settings();
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    settings.put("athanor.yarn.tls", "true");
    try (HadoopTls tls = HadoopTls.ofNode(conf);
        TestSession session = new TestSession(2, root.resolve("session"), tls.tls(), settings)) {
      run(wordCount(5), session);
      assertThat(counted()).isEqualTo(expected);
    }
  }

  private static void run(Job job, TestSession session) throws Exception {
    job.submit();
    await(job, session);
  }

  private static void await(Job job, TestSession session) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOB_SECONDS);
    while (!job.isComplete()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the job does not end: " + state(job) + logs(session));
      }
      Thread.sleep(10);
    }
    assertThat(job.isSuccessful()).as(state(job) + logs(session)).isTrue();
  }

  private static String state(Job job) throws IOException, InterruptedException {
    StringBuilder state = new StringBuilder(job.getStatus().getFailureInfo()).append('\n');
    for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
      for (TaskReport report : job.getTaskReports(type)) {
        state
            .append(report.getTaskId())
            .append(' ')
            .append(report.getCurrentStatus())
            .append(' ')
            .append(report.getProgress())
            .append(' ')
            .append(List.of(report.getDiagnostics()))
            .append('\n');
      }
    }
    return state.toString();
  }

  private static String logs(TestSession session) throws IOException {
    StringBuilder logs = new StringBuilder();
    for (int worker = 0; Files.exists(session.workers().log(worker)); worker++) {
      logs.append("Worker ").append(worker).append(":\n");
      logs.append(Files.readString(session.workers().log(worker)));
    }
    return logs.toString();
  }

  /** Runs the job again and again while Workers are killed; each time the bytes are the same. */
  @Test
  void killedWorkersChangeNothing() throws Exception {
    writeInput(4000);
    Random random = Seeds.of("kills");
    try (TestSession session = new TestSession(3, root.resolve("session"))) {
      run(wordCount(4), session);
      Map<String, String> expectedFiles = outputAndDelete();
      for (int i = 0; i < KILLS; i++) {
        Job job = wordCount(4);
        job.submit();
        Thread killer = new Thread(() -> kill(session, random));
        killer.start();
        await(job, session);
        killer.join();
        assertThat(outputAndDelete()).as("kill %d", i).isEqualTo(expectedFiles);
      }
    }
  }

  private static void kill(TestSession session, Random random) {
    try {
      Thread.sleep(random.nextInt(1500));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<RemoteWorker> workers = session.engine().fleet().workers();
    if (!workers.isEmpty()) {
      session.workers().kill(workers.get(random.nextInt(workers.size())).number());
    }
  }

  private Map<String, String> outputAndDelete() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    Path out = root.resolve("out");
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.toList()) {
        assertThat(file).isRegularFile();
        contents.put(
            file.getFileName().toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    DirectoryTree.delete(out);
    return contents;
  }
}
