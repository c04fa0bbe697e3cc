// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.fleet.RemoteWorker;
import org.athanor.engine.fleet.RemoteWorkerJob;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.netty.TransportSettings;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.task.AttemptReport;
import org.athanor.engine.testing.Events;
import org.athanor.engine.testing.TestMaster;
import org.athanor.engine.testing.Told;
import org.athanor.engine.testing.WrittenJob;
import org.athanor.engine.thread.DaemonThread;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A master and the process of a Worker, in one JVM but with real connections. */
@Timeout(120)
class WorkerProcessTest {
  private static final TransportSettings TRANSPORT = TestMaster.settings(Duration.ofSeconds(15));

  // Shared with the mappers, which are made from their class. By the word that waits for it.
  private static final Map<String, CountDownLatch> RELEASES = new ConcurrentHashMap<>();
  private static final Semaphore WAITING = new Semaphore(0); // mappers that wait

  private final JobID id = new JobID("test", 1);
  private final AtomicBoolean mayCommit = new AtomicBoolean(true);
  private final Told told = new Told(unused -> mayCommit.get());
  private final Events events = told.events();

  @TempDir Path root;
  private TestMaster master;
  private CompletableFuture<Integer> exitCode;
  private JobContext context;

  /** Counts words; some words are orders. */
  public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      String word = line.toString();
      if (word.equals("fail")) {
        throw new IOException("as the test wants");
      } else if (word.startsWith("wait")) {
        context.setStatus("waits");
        WAITING.release();
        RELEASES.get(word).await();
      } else if (word.startsWith("insist")) {
        WAITING.release();
        while (RELEASES.get(word).getCount() > 0) {
          Thread.onSpinWait();
        }
      }
      if (word.equals("who")) {
        byte[] secret = context.getCredentials().getSecretKey(new Text("key"));
        context.setStatus(
            UserGroupInformation.getCurrentUser().getUserName()
                + " "
                + new String(secret, StandardCharsets.US_ASCII));
      }
      context.write(line, new IntWritable(1));
    }
  }

  @BeforeEach
  void begin() throws Exception {
    WAITING.drainPermits();
    master = new TestMaster(TRANSPORT);
    exitCode = start(0);
  }

  @AfterEach
  void end() throws Exception {
    RELEASES.values().forEach(CountDownLatch::countDown);
    master.close();
    exitCode.get(60, TimeUnit.SECONDS);
    assertThat(scratchDirectories()).isEmpty();
  }

  private CompletableFuture<Integer> start(int number) {
    Configuration conf = new Configuration();
    conf.set("mapreduce.cluster.local.dir", root.resolve("local").toString());
    WorkerProcess process =
        new WorkerProcess(
            new WorkerIdentity(
                number,
                "host" + number,
                "",
                TestMaster.anyPort().getAddress(),
                Seat.ALONE,
                Optional.empty(),
                Optional.empty()),
            master.address(),
            TestMaster.secret(),
            new EngineSettings(2, 8 << 20, 4 << 10, AffinityLevel.NONE),
            conf,
            new WorkerLimits(TRANSPORT, Duration.ofSeconds(10), Duration.ofMillis(500)));
    CompletableFuture<Integer> code = new CompletableFuture<>();
    new DaemonThread(
            () -> {
              try {
                code.complete(process.run());
              } catch (Throwable e) {
                code.completeExceptionally(e);
              }
            },
            "worker-" + number)
        .start();
    return code;
  }

  private List<Path> scratchDirectories() throws IOException {
    Path local = root.resolve("local");
    if (!Files.isDirectory(local)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(local)) {
      return all.filter(Files::isDirectory).toList();
    }
  }

  /** Writes a job with two reduces and one map for each text. */
  private WrittenJob job(String... inputs) throws Exception {
    return job(new JobConf(), inputs);
  }

  private WrittenJob job(JobConf conf, String... inputs) throws Exception {
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.cluster.local.dir", root.resolve("not-used").toString());
    Job job = Job.getInstance(conf);
    job.setMapperClass(Words.class);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(2);
    job.getConfiguration().set("athanor.task.isolation", "shared"); // statics of this class
    TextOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(root.resolve("out").toUri()));
    List<Path> files = new ArrayList<>();
    for (String text : inputs) {
      files.add(Files.writeString(root.resolve("in" + files.size()), text));
      text.lines()
          .filter(word -> word.startsWith("wait") || word.startsWith("insist"))
          .forEach(word -> RELEASES.put(word, new CountDownLatch(1)));
    }
    WrittenJob written = WrittenJob.write(id, root.resolve("job"), job, files);
    context = new JobContextImpl(written.submitted().configuration(), id);
    return written;
  }

  private FileOutputCommitter committer() throws IOException {
    return new FileOutputCommitter(
        new org.apache.hadoop.fs.Path(root.resolve("out").toUri()),
        new TaskAttemptContextImpl(
            new JobConf(context.getConfiguration()), attempt(TaskType.MAP, 0)));
  }

  private TaskAttemptID attempt(TaskType type, int task) {
    return new TaskAttemptID(new TaskID(id, type, task), 0);
  }

  private RemoteWorkerJob open(RemoteWorker worker, WrittenJob job) throws Exception {
    RemoteWorkerJob opened = worker.open(job.submitted(), told, told);
    events.await("opened");
    return opened;
  }

  private void close(RemoteWorkerJob job) throws InterruptedException {
    job.close(() -> events.add("closed"));
    events.await("closed");
  }

  private AttemptReport map(RemoteWorkerJob job, WrittenJob written, int task) {
    return job.launchMap(attempt(TaskType.MAP, task), written.splits().get(task).getSplitIndex());
  }

  private List<String> outputLines() throws IOException {
    try (Stream<Path> parts = Files.list(root.resolve("out"))) {
      return parts
          .filter(part -> part.getFileName().toString().startsWith("part-"))
          .flatMap(
              part -> {
                try {
                  return Files.readAllLines(part).stream();
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              })
          .sorted()
          .toList();
    }
  }

  @Test
  void runsAWholeJob() throws Exception {
    WrittenJob written = job("a\nb\na\n", "b\nc\n");
    RemoteWorker worker = master.awaitJoined(0);
    assertThat(worker.host()).isEqualTo("host0");
    assertThat(worker.threads()).isEqualTo(2);
    RemoteWorkerJob job = open(worker, written);
    committer().setupJob(context);
    job.assign(1, List.of(0, 1));
    AttemptReport first = map(job, written, 0);
    map(job, written, 1);
    for (int i = 0; i < 2; i++) {
      String line = events.await("succeeded m");
      job.publish(attempt(TaskType.MAP, line.charAt("succeeded m".length()) - '0'));
    }
    assertThat(first.lastProgress()).isEqualTo(1);
    assertThat(counter(first, TaskCounter.MAP_INPUT_RECORDS)).isEqualTo(3);
    AttemptReport[] reduces = new AttemptReport[2];
    for (int i = 0; i < 2; i++) {
      reduces[i] = job.launchReduce(attempt(TaskType.REDUCE, i), 2, 100);
    }
    events.await("succeeded r");
    events.await("succeeded r");
    assertThat(
            counter(reduces[0], TaskCounter.REDUCE_INPUT_RECORDS)
                + counter(reduces[1], TaskCounter.REDUCE_INPUT_RECORDS))
        .isEqualTo(5);
    committer().commitJob(context);
    close(job);
    assertThat(outputLines()).containsExactly("a\t2", "b\t2", "c\t1");
    assertThat(scratchDirectories()).isEmpty();
    assertThat(events.all()).contains("started m0.0", "mayCommit r0.0", "mayCommit r1.0");
    worker.end();
    assertThat(exitCode.get(60, TimeUnit.SECONDS)).isZero();
    master.events().await("lost 0");
  }

  @Test
  void twoWorkersRunAJobTogether() throws Exception {
    WrittenJob written = job("a\nb\na\n", "b\nc\n", "a\n");
    RemoteWorker worker = master.awaitJoined(0);
    CompletableFuture<Integer> otherCode = start(1);
    RemoteWorker other = master.awaitJoined(1);
    RemoteWorkerJob here = open(worker, written);
    RemoteWorkerJob there = open(other, written);
    committer().setupJob(context);
    here.assign(1, List.of(0));
    there.assign(2, List.of(1));
    for (int i = 0; i < 3; i++) {
      map(i == 1 ? there : here, written, i);
      events.await("succeeded m" + i);
      here.publish(attempt(TaskType.MAP, i));
      there.publish(attempt(TaskType.MAP, i));
    }
    awaitDelivered("delivered 1 1", "delivered 2 0", "delivered 2 2");
    here.launchReduce(attempt(TaskType.REDUCE, 0), 3, 100);
    there.launchReduce(attempt(TaskType.REDUCE, 1), 3, 100);
    events.await("succeeded r");
    events.await("succeeded r");
    committer().commitJob(context);
    close(here);
    close(there);
    assertThat(outputLines()).containsExactly("a\t3", "b\t2", "c\t1");
    other.end();
    assertThat(otherCode.get(60, TimeUnit.SECONDS)).isZero();
    assertThat(master.events().await("lost")).startsWith("lost 1");
  }

  private void awaitDelivered(String... lines) throws InterruptedException {
    List<String> awaited = new ArrayList<>(List.of(lines));
    while (!awaited.isEmpty()) {
      awaited.remove(events.await("delivered"));
    }
  }

  private static long counter(AttemptReport report, Enum<?> name) {
    Counters counters = report.counters();
    return counters.findCounter(name).getValue();
  }

  @Test
  void anAttemptThatMayNotCommitAsksAgainUntilItIsStopped() throws Exception {
    WrittenJob written = job("a\n");
    written.submitted().configuration().setNumReduceTasks(0);
    mayCommit.set(false);
    RemoteWorkerJob job = open(master.awaitJoined(0), withoutReduces(written));
    committer().setupJob(context);
    map(job, written, 0);
    events.await("mayCommit m0.0");
    events.await("mayCommit m0.0");
    job.stop(attempt(TaskType.MAP, 0));
    events.await("stopped m0.0");
    committer().commitJob(context);
    assertThat(outputLines()).isEmpty();
    close(job);
  }

  @Test
  void anAttemptMayGetThePermissionToCommitLater() throws Exception {
    WrittenJob written = job("a\n");
    written.submitted().configuration().setNumReduceTasks(0);
    mayCommit.set(false);
    RemoteWorkerJob job = open(master.awaitJoined(0), withoutReduces(written));
    committer().setupJob(context);
    map(job, written, 0);
    events.await("mayCommit m0.0");
    mayCommit.set(true);
    events.await("succeeded m0.0");
    committer().commitJob(context);
    assertThat(outputLines()).isNotEmpty();
    close(job);
  }

  /** Writes the job's configuration again. */
  private WrittenJob withoutReduces(WrittenJob written) throws IOException {
    written.submitted().configuration().setNumReduceTasks(0);
    try (OutputStream out = Files.newOutputStream(root.resolve("job/job.xml"))) {
      written.submitted().configuration().writeXml(out);
    }
    return written;
  }

  @Test
  void aFailureIsToldWithItsTrace() throws Exception {
    WrittenJob written = job("a\nfail\n");
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    AttemptReport report = map(job, written, 0);
    assertThat(events.await("failed m0.0"))
        .startsWith("failed m0.0: java.io.IOException: as the test wants");
    assertThat(counter(report, TaskCounter.MAP_INPUT_RECORDS)).isEqualTo(2);
    close(job);
  }

  @Test
  void progressIsToldWhileAnAttemptRuns() throws Exception {
    WrittenJob written = job("a\nwait1\n");
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    AttemptReport report = map(job, written, 0);
    WAITING.acquire();
    while (!report.status().equals("waits")) {
      Thread.onSpinWait();
    }
    RELEASES.get("wait1").countDown();
    events.await("succeeded m0.0");
    close(job);
  }

  @Test
  void attemptsThatWaitOrRunCanBeStopped() throws Exception {
    WrittenJob written = job("wait1\n", "wait2\n", "a\n");
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    for (int i = 0; i < 3; i++) {
      map(job, written, i);
    }
    WAITING.acquire(2);
    assertThat(job.stop(attempt(TaskType.MAP, 2))).isFalse();
    events.await("stopped m2.0");
    job.stop(attempt(TaskType.MAP, 0));
    events.await("stopped m0.0");
    assertThat(events.all()).doesNotContain("started m2.0");
    close(job);
  }

  @Test
  void anAttemptThatDoesNotStopIsAbandoned() throws Exception {
    WrittenJob written = job("insist1\n");
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    map(job, written, 0);
    WAITING.acquire();
    job.stop(attempt(TaskType.MAP, 0));
    events.await("abandoned m0.0");
    close(job);
  }

  @Test
  void closingAJobStopsItsAttemptsEvenIfTheyInsist() throws Exception {
    WrittenJob written = job("wait1\n", "insist2\n", "a\n");
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    for (int i = 0; i < 3; i++) {
      map(job, written, i);
    }
    WAITING.acquire(2);
    close(job);
    assertThat(scratchDirectories()).isEmpty();
    assertThat(events.all()).noneMatch(line -> line.startsWith("succeeded"));
  }

  @Test
  void aJobThatCannotBeReadIsRefusedAndOthersGoOn() throws Exception {
    WrittenJob written = job("a\n");
    RemoteWorker worker = master.awaitJoined(0);
    Path jobXml = root.resolve("job/job.xml");
    byte[] content = Files.readAllBytes(jobXml);
    Files.delete(jobXml);
    RemoteWorkerJob refused = worker.open(written.submitted(), told, told);
    assertThat(events.await("refused"))
        .startsWith("refused: java.io.FileNotFoundException: ")
        .contains("job.xml");
    close(refused);
    Files.write(jobXml, content);
    RemoteWorkerJob job = open(worker, written);
    map(job, written, 0);
    events.await("succeeded m0.0");
    close(job);
  }

  @Test
  void aLargePartitionIsCutAndTheMasterIsToldSo() throws Exception {
    // All words of reduce 0, which is 100 kB in Hadoop's intermediate format.
    List<String> words =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> "word" + (100_000 + i))
            .filter(word -> (new Text(word).hashCode() & Integer.MAX_VALUE) % 2 == 0)
            .limit(6_000)
            .toList();
    JobConf conf = new JobConf();
    conf.set("athanor.skew.mode", "coherent");
    WrittenJob written = job(conf, String.join("\n", words) + "\n");
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    committer().setupJob(context);
    job.assign(1, List.of(0, 1));
    AttemptReport map = map(job, written, 0);
    events.await("succeeded m0");
    job.publish(attempt(TaskType.MAP, 0));
    long bytes = counter(map, TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES);
    AttemptReport cut = job.launchReduce(attempt(TaskType.REDUCE, 0), 1, bytes);
    events.await("succeeded r0");
    AttemptReport empty = job.launchReduce(attempt(TaskType.REDUCE, 1), 1, bytes);
    events.await("succeeded r1");
    committer().commitJob(context);
    close(job);
    assertThat(cut.shape().chunkMillis()).hasSize(4);
    assertThat(cut.shape().cuts()).isEqualTo(Cuts.COHERENT);
    assertThat(empty.shape().chunkMillis()).isEmpty();
    assertThat(Files.readAllLines(root.resolve("out/part-r-00000")))
        .isEqualTo(words.stream().map(word -> word + "\t1").toList());
    try (Stream<Path> files = Files.list(root.resolve("out"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("part-r-00000", "part-r-00001", "_SUCCESS")
          .noneMatch(name -> name.startsWith("_temporary") || name.contains("-c0"));
    }
  }

  @Test
  void aJobRunsAsItsUserWithItsCredentials() throws Exception {
    SubmittedJob own = job("who\n").submitted();
    Credentials credentials = new Credentials();
    credentials.addSecretKey(new Text("key"), "s3".getBytes(StandardCharsets.US_ASCII));
    WrittenJob written =
        new WrittenJob(
            new SubmittedJob(
                id,
                own.directory(),
                own.configuration(),
                credentials,
                UserGroupInformation.createRemoteUser("somebody")),
            job("who\n").splits());
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    AttemptReport report = map(job, written, 0);
    events.await("succeeded m0.0");
    assertThat(report.status()).isEqualTo("somebody s3");
    assertThat(root.resolve("not-used")).doesNotExist();
    close(job);
  }

  @Test
  void aWorkerWhoseJobBreaksDownIsLost() throws Exception {
    WrittenJob written = job("wait1\n");
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    map(job, written, 0);
    WAITING.acquire();
    job.launchReduce(attempt(TaskType.REDUCE, 1), 1, 100); // of a partition that is not assigned
    assertThat(master.events().await("lost 0"))
        .isEqualTo(
            "lost 0: job_test_0001 cannot go on there: java.lang.IllegalStateException:"
                + " partition 1 is not assigned");
    assertThat(exitCode.get(60, TimeUnit.SECONDS)).isEqualTo(WorkerProcess.MASTER_LOST);
    assertThat(events.all())
        .containsExactly(
            "opened",
            "started m0.0",
            "broken: java.lang.IllegalStateException: partition 1 is not assigned");
  }

  @Test
  void aJobCanBeClosedWhileItIsBeingOpened() throws Exception {
    WrittenJob written = job("a\n");
    RemoteWorker worker = master.awaitJoined(0);
    for (int i = 0; i < 50; i++) {
      RemoteWorkerJob job = worker.open(written.submitted(), told, told);
      if (i % 3 == 1) {
        events.await("opened");
      }
      close(job);
    }
    assertThat(scratchDirectories()).isEmpty();
  }

  @Test
  void aWorkerWithoutMasterStopsAllAndEnds() throws Exception {
    WrittenJob written = job("wait1\n", "insist2\n");
    RemoteWorkerJob job = open(master.awaitJoined(0), written);
    map(job, written, 0);
    map(job, written, 1);
    WAITING.acquire(2);
    master.close();
    assertThat(exitCode.get(60, TimeUnit.SECONDS)).isEqualTo(WorkerProcess.MASTER_LOST);
    assertThat(scratchDirectories()).isEmpty();
    master.events().await("lost 0");
    int before = events.all().size();
    RELEASES.values().forEach(CountDownLatch::countDown);
    job.close(() -> events.add("closed"));
    assertThat(events.all().subList(before, events.all().size())).containsExactly("closed");
  }

  @Test
  void aWorkerThatIsDroppedIsLostWithTheReason() throws Exception {
    WrittenJob written = job("wait1\n");
    RemoteWorker worker = master.awaitJoined(0);
    RemoteWorkerJob job = open(worker, written);
    map(job, written, 0);
    WAITING.acquire();
    job.close(() -> events.add("closed"));
    worker.drop("the test wants no more of it");
    assertThat(master.events().await("lost 0")).isEqualTo("lost 0: the test wants no more of it");
    events.await("closed");
    assertThat(exitCode.get(60, TimeUnit.SECONDS)).isEqualTo(WorkerProcess.MASTER_LOST);
  }

  @Test
  void aWorkerThatReachesNoMasterEnds() throws Exception {
    master.awaitJoined(0);
    master.close();
    assertThat(start(1).get(60, TimeUnit.SECONDS)).isEqualTo(WorkerProcess.MASTER_LOST);
  }
}
