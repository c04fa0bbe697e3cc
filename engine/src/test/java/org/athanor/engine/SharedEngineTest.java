// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;

/** Concurrent jobs of one JVM, which share memory and threads but must not disturb each other. */
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class SharedEngineTest extends JobFixture {
  private static final CountDownLatch OPENING = new CountDownLatch(1);
  private static final CountDownLatch OPENED = new CountDownLatch(1);

  /** A local file system that opens a file only when the test allows it. */
  public static final class Slow extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("slow:///");
    }

    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path file) throws IOException {
      FileStatus local = super.getFileStatus(file);
      return new FileStatus(
          local.getLen(), local.isDirectory(), 1, 1 << 20, local.getModificationTime(), file);
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize)
        throws IOException {
      OPENING.countDown();
      try {
        OPENED.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return super.open(file, bufferSize);
    }
  }

  private Job identity(Configuration conf, String out) throws IOException {
    Job job = job(conf);
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(root.resolve(out).toUri()));
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    return job;
  }

  @Test
  void aJobWithASlowCacheFileDoesNotDelayOtherJobs() throws Exception {
    input("a", "x\n");
    Path side = Files.writeString(root.resolve("side"), "data");
    Configuration conf = conf();
    conf.setClass("fs.slow.impl", Slow.class, org.apache.hadoop.fs.FileSystem.class);
    Job slow = identity(conf, "slow-out");
    slow.addCacheFile(URI.create("slow://" + side));
    CompletableFuture<Void> submission =
        CompletableFuture.runAsync(
            () -> {
              try {
                slow.submit();
              } catch (IOException | InterruptedException | ClassNotFoundException e) {
                throw new IllegalStateException(e);
              }
            });
    CompletableFuture<Void> unused =
        submission.whenComplete((nothing, failure) -> OPENING.countDown());
    OPENING.await();
    assertThat(submission).isNotDone();
    try {
      assertThat(identity(conf(), "quick-out").waitForCompletion(false)).isTrue();
    } finally {
      OPENED.countDown();
    }
    submission.get();
    assertThat(end(slow).state()).isEqualTo(JobStatus.State.SUCCEEDED);
  }

  private WeakReference<Object> poolAfterJob(String poolSize, String out) throws Exception {
    Configuration conf = conf();
    conf.set("athanor.pool.size", poolSize);
    assertThat(run(identity(conf, out)).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    return new WeakReference<>(((EmbeddedEngine) EmbeddedEngine.get()).pool());
  }

  @Test
  void theMemoryOfAnEngineWithOtherSettingsIsFree() throws Exception {
    input("a", "x\n");
    WeakReference<Object> old = poolAfterJob("9m", "out-9");
    assertThat(poolAfterJob("10m", "out-10").get()).isNotSameAs(old.get());
    // The first job is still known to clients, but must not hold the memory of its engine.
    assertThat(EmbeddedEngine.get().jobs()).hasSizeGreaterThan(1);
    for (int i = 0; i < 50 && old.get() != null; i++) {
      System.gc();
      assertThat(run(identity(conf(), "again-" + i)).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    }
    assertThat(old.get()).isNull();
  }

  /** Emits the same words more often than memory can hold. */
  public static final class Secrets extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (int i = 0; i < 16_000; i++) {
        context.write(new LongWritable(i), new Text("the secret is out ".repeat(60)));
      }
    }
  }

  /** Searches the job's spill file for the words. */
  public static final class LooksAtDisk extends Reducer<LongWritable, Text, Text, LongWritable> {
    @Override
    protected void reduce(LongWritable key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      long correct = 0;
      for (Text value : values) {
        correct += value.toString().equals("the secret is out ".repeat(60)) ? 1 : 0;
      }
      if (key.get() == 0) {
        Path local = Path.of(context.getConfiguration().get("test.local"));
        List<Path> spills = filesBelow(local).stream().filter(p -> p.endsWith("spill")).toList();
        byte[] some = new byte[1 << 20];
        try (RandomAccessFile file = new RandomAccessFile(spills.get(0).toFile(), "r")) {
          file.readFully(some);
        }
        boolean seen = new String(some, StandardCharsets.ISO_8859_1).contains("the secret is out");
        context.write(new Text("seen " + seen), new LongWritable(correct));
      }
      context.getCounter("test", "correct").increment(correct);
    }
  }

  private Job secrets(boolean encrypted) throws IOException {
    input("a", "x\n");
    Configuration conf = conf();
    conf.setBoolean("mapreduce.job.encrypted-intermediate-data", encrypted);
    conf.set("test.local", local().toString());
    Job job = identity(conf, "out");
    job.setMapperClass(Secrets.class);
    job.setReducerClass(LooksAtDisk.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(Text.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(LongWritable.class);
    return job;
  }

  @Test
  void encryptedIntermediateDataIsNotOnDiskAsPlainText() throws Exception {
    for (boolean encrypted : List.of(false, true)) {
      Job job = secrets(encrypted);
      FileOutputFormat.setOutputPath(
          job, new org.apache.hadoop.fs.Path(output().resolve("e" + encrypted).toUri()));
      Ended ended = run(job);
      assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
      assertThat(ended.counters().findCounter("test", "correct").getValue()).isEqualTo(16_000);
      assertThat(output().resolve("e" + encrypted).resolve("part-r-00000"))
          .hasContent("seen " + !encrypted + "\t1\n");
    }
  }

  @Test
  void aKeyForIntermediateDataOfAnImpossibleSizeIsRefused() throws IOException {
    Job job = secrets(true);
    job.getConfiguration().setInt("mapreduce.job.encrypted-intermediate-data-key-size-bits", 100);
    assertThatIOException()
        .isThrownBy(job::submit)
        .withMessage(
            "mapreduce.job.encrypted-intermediate-data-key-size-bits=100: no AES key of 100 bits"
                + " (128, 192 or 256 are possible)");
    assertNothingIsLeft();
  }
}
