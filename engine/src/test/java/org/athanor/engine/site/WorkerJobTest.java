// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitMetaInfo;
import org.apache.hadoop.mapreduce.split.JobSplitWriter;
import org.apache.hadoop.mapreduce.split.SplitMetaInfoReader;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.exchange.OutputExchange;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.order.KeyOrder;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.RunCursor;
import org.athanor.engine.worker.Share;
import org.athanor.engine.worker.Worker;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Attempts on a Worker whose ends meet other events; the listener decides when. */
@Timeout(60)
class WorkerJobTest {
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

  // Shared with the mappers, which are made from their class. By the line that the mapper reads.
  private static final Map<String, CountDownLatch> RELEASES = new ConcurrentHashMap<>();

  private final JobID id = new JobID("test", 1);
  private final Told told = new Told();

  @TempDir Path root;
  private Worker worker;
  private JobSite site;
  private WorkerJob job;
  private final Share share = new Share(1, 3);
  private TaskSplitMetaInfo[] splits;

  /** Emits its line, and waits for the test, whatever interrupts it. */
  public static final class WaitsForTheTest extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, line);
      while (RELEASES.get(line.toString()).getCount() > 0) {
        Thread.onSpinWait();
      }
    }
  }

  /** Cannot be read. */
  private record BrokenRun(int mapIndex) implements Run {
    @Override
    public int partitions() {
      return 1;
    }

    @Override
    public long records(int partition) {
      return 1;
    }

    @Override
    public long hadoopBytes(int partition) {
      return 1;
    }

    @Override
    public long spilledBytes() {
      return 1;
    }

    @Override
    public boolean hasBlocksOnDisk() {
      return true;
    }

    @Override
    public RunCursor cursor(int partition, KeyOrder order, byte[] buffer) {
      throw new IllegalStateException("broken");
    }

    @Override
    public void release() {}
  }

  /** Notes what it is told; a test may say what it does meanwhile. */
  private static class Told implements JobOnWorker.Listener {
    final List<String> calls = new CopyOnWriteArrayList<>();
    final CountDownLatch begun = new CountDownLatch(2);
    final CountDownLatch ended = new CountDownLatch(1);
    final CountDownLatch mayReturn = new CountDownLatch(1);
    volatile Runnable whenFirstIsSilent = () -> {};

    private void note(String call, TaskAttemptID attempt) {
      calls.add(call + " " + attempt.getTaskID().getId());
    }

    private void end(String call, TaskAttemptID attempt) {
      note(call, attempt);
      ended.countDown();
      Thread.interrupted(); // an attempt that was told to stop was interrupted, too
      try {
        mayReturn.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void started(TaskAttemptID attempt) {
      begun.countDown();
    }

    @Override
    public void mustEnd(TaskAttemptID attempt, String reason) {
      note("mustEnd", attempt);
      if (attempt.getTaskID().getId() == 0) {
        Runnable once = whenFirstIsSilent;
        whenFirstIsSilent = () -> {};
        once.run();
      }
    }

    @Override
    public boolean mayCommit(TaskAttemptID attempt) {
      return true;
    }

    @Override
    public void succeeded(TaskAttemptID attempt) {
      end("succeeded", attempt);
    }

    @Override
    public void failed(TaskAttemptID attempt, Failure failure) {
      end("failed (" + failure.line() + ")", attempt);
    }

    @Override
    public void stopped(TaskAttemptID attempt) {
      end("stopped", attempt);
    }

    @Override
    public void abandoned(TaskAttemptID attempt) {
      note("abandoned", attempt);
    }

    @Override
    public void mergeFailed(Failure failure) {
      calls.add("merge failed (" + failure.line() + ")");
    }

    @Override
    public void delivered(int assignment, int map) {}

    @Override
    public void mergeEnded() {}
  }

  @BeforeEach
  void begin() throws Exception {
    JobConf conf = new JobConf();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.cluster.local.dir", root.resolve("local").toString());
    conf.setInt("mapreduce.task.timeout", 1);
    Job settings = Job.getInstance(conf);
    settings.setMapperClass(WaitsForTheTest.class);
    settings.setMapOutputKeyClass(Text.class);
    settings.setMapOutputValueClass(Text.class);
    settings.setOutputFormatClass(NullOutputFormat.class);
    JobConf own = new JobConf(settings.getConfiguration());
    own.setUseNewMapper(true); // as the submission of a job does
    own.set("athanor.task.isolation", "shared"); // the mapper uses a static of this class
    org.apache.hadoop.fs.Path directory =
        new org.apache.hadoop.fs.Path(Files.createDirectory(root.resolve("job")).toUri());
    FileSystem fs = directory.getFileSystem(own);
    JobSplitWriter.createSplitFiles(directory, own, fs, new InputSplit[] {split("a"), split("b")});
    splits = SplitMetaInfoReader.readSplitMetaInfo(id, fs, own, directory);
    worker = new Worker(new EngineSettings(2, 8 << 20, 4 << 10, AffinityLevel.NONE));
    site =
        new JobSite(
            new SubmittedJob(
                id, directory, own, new Credentials(), UserGroupInformation.getCurrentUser()),
            JobLogs.Keeper.NOBODY,
            worker.retained());
    job =
        new WorkerJob(site, worker, share, new Breakdown(), told, GRACE_NANOS, OutputExchange.NONE);
  }

  /** Makes a file of one line, its name. */
  private FileSplit split(String name) throws IOException {
    RELEASES.put(name, new CountDownLatch(1));
    Path file = Files.writeString(root.resolve(name), name + "\n");
    return new FileSplit(
        new org.apache.hadoop.fs.Path(file.toUri()), 0, Files.size(file), new String[0]);
  }

  @AfterEach
  void end() {
    RELEASES.values().forEach(CountDownLatch::countDown);
    told.mayReturn.countDown();
    worker.close();
  }

  private TaskAttemptID map(int task) {
    return new TaskAttemptID(new org.apache.hadoop.mapred.TaskID(id, TaskType.MAP, task), 0);
  }

  private void launch(int task) {
    job.launchMap(map(task), splits[task].getSplitIndex());
  }

  private void stopAndAwaitEnd(int task) {
    job.stop(map(task));
    RELEASES.get("b").countDown();
    try {
      told.ended.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anAttemptThatHasJustEndedIsNotAbandoned() throws Exception {
    launch(0);
    launch(1);
    told.begun.await();
    // The second one ends after the tick has found both running, and before it comes to it.
    told.whenFirstIsSilent = () -> stopAndAwaitEnd(1);
    while (told.ended.getCount() > 0) {
      job.tick(System.nanoTime() + 2 * GRACE_NANOS);
    }
    assertThat(told.calls).contains("stopped 1").doesNotContain("abandoned 1");
  }

  @Test
  void anAttemptThatGoesOnIsAbandoned() throws Exception {
    launch(0);
    launch(1);
    told.begun.await();
    job.stop(map(1));
    job.tick(System.nanoTime() + 2 * GRACE_NANOS);
    assertThat(told.calls).contains("abandoned 1");
  }

  @Test
  void discardedOutputGivesItsMemoryBack() throws Exception {
    told.mayReturn.countDown();
    launch(1);
    RELEASES.get("b").countDown();
    told.ended.await();
    assertThat(told.calls).containsExactly("succeeded 1");
    assertThat(worker.retained().lent()).isPositive();
    job.discard(map(1));
    assertThat(worker.retained().lent()).isZero();
  }

  @Test
  void outputThatIsNeitherPublishedNorDiscardedGoesWithTheJob() throws Exception {
    told.mayReturn.countDown();
    launch(1);
    RELEASES.get("b").countDown();
    told.ended.await();
    assertThat(worker.retained().lent()).isPositive();
    job.close(() -> {});
    assertThat(worker.retained().lent()).isZero();
  }

  @Test
  void aMergeThatHasFailedDoesNotBeginAgain() {
    job.assign(1, List.of(0));
    int tooMany = worker.mergeWidth() + 1;
    for (int map = 0; map < tooMany; map++) {
      job.delivered(1, map, List.of(new BrokenRun(map)));
    }
    job.launchReduce(
        new TaskAttemptID(new org.apache.hadoop.mapred.TaskID(id, TaskType.REDUCE, 0), 0),
        tooMany,
        0);
    while (told.calls.size() < 2 && !(told.calls.size() == 1 && worker.isIdle(share))) {
      Thread.onSpinWait();
    }
    assertThat(told.calls)
        .containsExactly("merge failed (java.lang.IllegalStateException: broken)");
  }
}
