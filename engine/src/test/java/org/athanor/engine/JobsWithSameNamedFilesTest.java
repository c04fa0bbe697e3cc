// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Concurrent jobs whose cache files have the same name in the working directory. */
@SuppressWarnings("SameNameButDifferent") // Context, in mappers
class JobsWithSameNamedFilesTest extends JobFixture {
  private static final String NAME = "athanor-same-named-test.txt";

  private static final Set<String> STARTED = ConcurrentHashMap.newKeySet();
  private static CountDownLatch running;
  private static CountDownLatch goOn;

  @BeforeEach
  void begin() throws IOException {
    STARTED.clear();
    running = new CountDownLatch(1);
    goOn = new CountDownLatch(1);
    input("a", "x\n");
  }

  /** Writes the content of its file, read before and after a signal of the test. */
  static class Reads extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      String before = Files.readString(Path.of(NAME));
      STARTED.add(context.getJobName());
      running.countDown();
      goOn.await();
      context.write(new Text(before), new Text(Files.readString(Path.of(NAME))));
    }
  }

  private Job job(String name, String content, Class<? extends Reads> mapper) throws Exception {
    Path file =
        Files.writeString(
            Files.createDirectories(root.resolve("data-" + name)).resolve("file"), content);
    return job(conf(), root, name, file.toUri(), mapper);
  }

  private static Job job(
      Configuration conf, Path root, String name, URI file, Class<? extends Reads> mapper)
      throws Exception {
    Job job = Job.getInstance(conf, name);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(root.resolve("in").toUri()));
    FileOutputFormat.setOutputPath(
        job, new org.apache.hadoop.fs.Path(root.resolve("out-" + name).toUri()));
    job.setMapperClass(mapper);
    job.setNumReduceTasks(0);
    job.addCacheFile(URI.create(file + "#" + NAME));
    return job;
  }

  private void assertRead(Job job, String content) throws Exception {
    awaitEnd(job.getJobID());
    assertThat(job.getStatus().getFailureInfo()).isEmpty();
    assertThat(root.resolve("out-" + job.getJobName() + "/part-m-00000"))
        .hasContent(content + "\t" + content);
  }

  @Test
  void eachReadsItsOwnFileAndTheSecondWaitsForTheFirst() throws Exception {
    Job first = job("first", "of the first", Reads.class);
    Job second = job("second", "of the second", Reads.class);
    Job third = job("third", "of the first", Reads.class);
    first.submit();
    running.await();
    second.submit();
    assertThat(second.getStatus().getState()).isEqualTo(JobStatus.State.PREP);
    third.submit(); // waits for the second, although it could share the link of the first
    goOn.countDown();
    assertRead(first, "of the first");
    assertRead(second, "of the second");
    assertRead(third, "of the first");
    assertThat(Path.of(NAME)).doesNotExist();
    assertNothingIsLeft();
  }

  @Test
  void jobsWithTheSameContentRunAtOnce() throws Exception {
    Job first = job("first", "same", Reads.class);
    Job second = job("second", "same", Reads.class);
    first.submit();
    second.submit();
    running.await();
    while (STARTED.size() < 2) {
      second.getTaskCompletionEvents(0, 1); // returns after a moment
    }
    goOn.countDown();
    assertRead(first, "same");
    assertRead(second, "same");
    assertNothingIsLeft();
  }

  @Test
  void aJobThatWaitsCanBeKilled() throws Exception {
    Job first = job("first", "of the first", Reads.class);
    Job second = job("second", "of the second", Reads.class);
    first.submit();
    running.await();
    second.submit();
    second.killJob();
    awaitEnd(second.getJobID());
    assertThat(second.getStatus().getState()).isEqualTo(JobStatus.State.KILLED);
    assertThat(root.resolve("out-second")).doesNotExist();
    goOn.countDown();
    assertRead(first, "of the first");
    assertThat(STARTED).containsExactly("first");
    assertNothingIsLeft();
  }

  /** Submits a job from a task and waits for it. */
  static final class Submits extends Reads {
    private static final Map<String, String> ENDS = new ConcurrentHashMap<>();

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      try {
        Configuration conf = context.getConfiguration();
        Path root = Path.of(conf.get("test.root"));
        Job inner = job(new Configuration(conf), root, "inner", other(root).toUri(), Reads.class);
        inner.getConfiguration().unset("mapreduce.job.cache.files");
        inner.addCacheFile(URI.create(other(root).toUri() + "#" + NAME));
        inner.submit();
        inner.waitForCompletion(false);
        ENDS.put("inner", inner.getStatus().getFailureInfo());
      } catch (Exception e) {
        throw new IOException(e);
      }
      super.map(key, line, context);
    }

    private static Path other(Path root) throws IOException {
      return Files.writeString(root.resolve("other"), "of the inner");
    }
  }

  @Test
  void aTaskDoesNotWaitForAJobThatWaitsForTheTask() throws Exception {
    Job outer = job("outer", "of the outer", Submits.class);
    outer.getConfiguration().set("test.root", root.toString());
    goOn.countDown();
    outer.submit();
    assertRead(outer, "of the outer");
    assertThat(Submits.ENDS.get("inner"))
        .contains(" waits for " + outer.getJobID())
        .endsWith("; a job that a task submits cannot wait for other jobs");
    assertNothingIsLeft();
  }
}
