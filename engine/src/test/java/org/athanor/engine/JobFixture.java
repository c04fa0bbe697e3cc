// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.engine.execution.JobExecution;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Directories for jobs that run in this JVM with little memory. After each job it checks that the
 * engine holds no memory, and that no file is left in the engine's directories.
 */
@Timeout(120)
abstract class JobFixture {
  @TempDir Path root;

  /** The end state of a job. */
  record Ended(JobStatus.State state, String failureInfo, Counters counters) {}

  @BeforeEach
  void makeInput() throws IOException {
    Files.createDirectories(input());
  }

  Path input() {
    return root.resolve("in");
  }

  Path output() {
    return root.resolve("out");
  }

  Path local() {
    return root.resolve("local");
  }

  void input(String name, String text) throws IOException {
    Files.writeString(input().resolve(name), text);
  }

  Configuration conf() {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "athanor");
    conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
    conf.set("mapreduce.cluster.local.dir", local().toString());
    conf.set("mapreduce.jobtracker.system.dir", root.resolve("system").toString());
    conf.set("yarn.app.mapreduce.am.staging-dir", root.resolve("staging").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", root.resolve("staging").toString());
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    conf.setInt("mapreduce.map.maxattempts", 2);
    conf.setInt("mapreduce.reduce.maxattempts", 2);
    conf.set("athanor.pool.size", "8m");
    conf.set("athanor.buffer.size", "4k");
    conf.setInt("athanor.threads", 2);
    conf.setBoolean("athanor.history.enabled", false);
    return conf;
  }

  /** Returns a job that reads the whole input. */
  Job job(Configuration conf) throws IOException {
    Job job = Job.getInstance(conf, "test");
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input().toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output().toUri()));
    return job;
  }

  Ended run(Job job) throws IOException, InterruptedException, ClassNotFoundException {
    job.submit();
    return end(job);
  }

  /** Waits for a submitted job's end and clean-up, and checks that it leaves nothing behind. */
  Ended end(Job job) throws IOException, InterruptedException {
    awaitEnd(job.getJobID());
    assertThat(job.isComplete()).isTrue();
    assertNothingIsLeft();
    JobStatus status = job.getStatus();
    return new Ended(status.getState(), status.getFailureInfo(), job.getCounters());
  }

  static int retainedBuffers() {
    return engine().retainedBuffers();
  }

  private static EmbeddedEngine engine() {
    return (EmbeddedEngine) EmbeddedEngine.get();
  }

  static void awaitEnd(JobID id) throws InterruptedException {
    JobID known = org.apache.hadoop.mapred.JobID.downgrade(id);
    Optional<JobExecution> running = engine().execution(known);
    if (running.isPresent()) {
      running.get().awaitEnd();
    }
  }

  void assertNothingIsLeft() throws IOException {
    assertThat(retainedBuffers()).as("buffers still lent").isZero();
    assertThat(filesBelow(local())).as("files left in the local directory").isEmpty();
  }

  static List<Path> filesBelow(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** Checks that a failed job has left no part, no marker and no temporary directory. */
  void assertNothingIsCommitted() throws IOException {
    assertThat(filesBelow(output())).isEmpty();
    assertThat(output().resolve("_temporary")).doesNotExist();
  }

  /** Returns the lines of all parts, in the order of the parts. */
  List<String> outputLines() throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> parts = Files.list(output())) {
      for (Path part :
          parts.filter(p -> p.getFileName().toString().startsWith("part-")).sorted().toList()) {
        lines.addAll(Files.readAllLines(part, StandardCharsets.UTF_8));
      }
    }
    return lines;
  }
}
