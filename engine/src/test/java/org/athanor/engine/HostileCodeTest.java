// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.lib.MultithreadedMapRunner;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.map.MultithreadedMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.athanor.engine.execution.Breaker;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.testing.Warnings;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Jobs whose code runs on after their end, ignores interrupts, or throws exceptions whose methods
 * fail. Checks that such a job ends, that nothing gets into an output afterwards, and that other
 * jobs run as usual.
 */
@Timeout(60)
@SuppressWarnings("SameNameButDifferent") // Context, in mappers and reducers
class HostileCodeTest extends JobFixture {
  private static final String OWN = HostileCodeTest.class.getName() + "$";

  // Tests and their jobs synchronise by statics: jobs without a jar share the test's classes.
  private static CountDownLatch secondAttemptEmits;
  private static CountDownLatch lateRecordWasEmitted;
  private static CountDownLatch begun;
  private static CountDownLatch release;
  private static CountDownLatch over;
  private static final AtomicReference<Throwable> LATE_FAILURE = new AtomicReference<>();
  private static final AtomicReference<Throwable> TO_THROW = new AtomicReference<>();
  private static final List<String> CLOSED = new CopyOnWriteArrayList<>();

  @BeforeEach
  void begin() {
    secondAttemptEmits = new CountDownLatch(1);
    lateRecordWasEmitted = new CountDownLatch(1);
    begun = new CountDownLatch(1);
    release = new CountDownLatch(1);
    over = new CountDownLatch(1);
    LATE_FAILURE.set(null);
    TO_THROW.set(null);
    CLOSED.clear();
  }

  /** So that a test that fails leaves no thread of the engine stuck for all others. */
  @AfterEach
  void letCodeEnd() {
    release.countDown();
  }

  @Override
  Configuration conf() {
    Configuration conf = super.conf();
    conf.setInt("athanor.threads", 1);
    return conf;
  }

  @Override
  Job job(Configuration conf) throws IOException {
    Job job = super.job(conf);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    return job;
  }

  static void awaitUninterruptibly(CountDownLatch latch) {
    while (true) {
      try {
        latch.await();
        return;
      } catch (InterruptedException e) {
        // Ignores it, as some jobs' code does.
      }
    }
  }

  private void assertOtherJobsRun() throws Exception {
    Path out = root.resolve("other-out");
    Configuration conf = conf();
    Job other = job(conf);
    other.setMapperClass(Mapper.class);
    other.setOutputKeyClass(LongWritable.class);
    other.setNumReduceTasks(1);
    FileOutputFormat.setOutputPath(other, new org.apache.hadoop.fs.Path(out.toUri()));
    assertThat(other.waitForCompletion(false)).isTrue();
    assertThat(new File(out.toFile(), "_SUCCESS")).exists();
  }

  // Records of attempts that have ended

  /** Fails at one record, before another thread of its pool emits the other one. */
  public static final class FailsWithASlowThread extends MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, Text> {
    private int attempt;

    @Override
    public void configure(JobConf conf) {
      attempt = TaskAttemptID.forName(conf.get(JobContext.TASK_ATTEMPT_ID)).getId();
    }

    @Override
    public void map(
        LongWritable key, Text line, OutputCollector<Text, Text> output, Reporter reporter)
        throws IOException {
      if (attempt > 0) {
        output.collect(new Text("good"), new Text(line.toString()));
        secondAttemptEmits.countDown();
        awaitUninterruptibly(lateRecordWasEmitted);
        output.collect(new Text("good"), new Text(line.toString() + " again"));
      } else if (line.toString().equals("slow")) {
        awaitUninterruptibly(secondAttemptEmits);
        emitLate(() -> output.collect(new Text("stale"), new Text(line.toString())));
      } else {
        throw new IllegalStateException("meant");
      }
    }
  }

  private interface Emission {
    void run() throws IOException, InterruptedException;
  }

  private static void emitLate(Emission emission) {
    try {
      emission.run();
    } catch (IOException | InterruptedException | RuntimeException e) {
      LATE_FAILURE.set(e);
    } finally {
      lateRecordWasEmitted.countDown();
    }
  }

  private JobConf withSlowThread(int reduces) {
    JobConf conf = new JobConf(conf());
    org.apache.hadoop.mapred.FileInputFormat.addInputPath(
        conf, new org.apache.hadoop.fs.Path(input().toUri()));
    org.apache.hadoop.mapred.FileOutputFormat.setOutputPath(
        conf, new org.apache.hadoop.fs.Path(output().toUri()));
    conf.setNumMapTasks(1);
    conf.setMapRunnerClass(MultithreadedMapRunner.class);
    conf.setInt(MultithreadedMapper.NUM_THREADS, 2);
    conf.setMapperClass(FailsWithASlowThread.class);
    conf.setNumReduceTasks(reduces);
    conf.setOutputKeyClass(Text.class);
    conf.setOutputValueClass(Text.class);
    return conf;
  }

  private void assertNoStaleRecords(int reduces) throws Exception {
    input("a", "slow\nbad\n");
    RunningJob job = JobClient.runJob(withSlowThread(reduces));
    awaitEnd(job.getID());
    assertThat(job.isSuccessful()).isTrue();
    assertThat(outputLines())
        .containsExactlyInAnyOrder(
            "good\tslow", "good\tslow again", "good\tbad", "good\tbad again");
    assertThat(LATE_FAILURE.get())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("still emits are rejected");
    assertNothingIsLeft();
  }

  @Test
  void recordsOfADeadAttemptsPoolDoNotEnterTheNextAttemptsBuffer() throws Exception {
    assertNoStaleRecords(1);
  }

  @Test
  void recordsOfADeadAttemptsPoolDoNotEnterAFile() throws Exception {
    assertNoStaleRecords(0);
  }

  /** Emits a record in one of its threads after a client has ended the attempt. */
  public static final class EmitsLate extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      if (context.getTaskAttemptID().getId() > 0) {
        context.write(new Text("good"), line);
        secondAttemptEmits.countDown();
        awaitUninterruptibly(lateRecordWasEmitted);
      } else {
        begun.countDown();
        awaitUninterruptibly(secondAttemptEmits);
        emitLate(() -> context.write(new Text("stale"), line));
      }
    }
  }

  @Test
  void recordsOfAMultithreadedMapperThatWasEndedDoNotEnterTheNextAttemptsBuffer() throws Exception {
    input("a", "x\n");
    Job job = job(conf());
    job.setMapperClass(MultithreadedMapper.class);
    MultithreadedMapper.setMapperClass(job, EmitsLate.class);
    MultithreadedMapper.setNumberOfThreads(job, 2);
    job.submit();
    begun.await();
    job.killTask(attemptOf(job, 0));
    assertThat(end(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(outputLines()).containsExactly("good\tx");
    assertThat(LATE_FAILURE.get()).isNotNull();
  }

  private static TaskAttemptID attemptOf(Job job, int attempt) throws IOException {
    return new TaskAttemptID(
        job.getJobID().getJtIdentifier(), job.getJobID().getId(), TaskType.MAP, 0, attempt);
  }

  // Attempts that do not end

  /** Waits, and ignores interrupts. */
  public static final class IgnoresInterrupts extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
      if (context.getTaskAttemptID().getId() > 0) {
        super.run(context);
        return;
      }
      begun.countDown();
      awaitUninterruptibly(release);
      try {
        emitLate(() -> context.write(new Text("stale"), new Text("record")));
      } finally {
        over.countDown();
      }
    }

    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("good"), line);
    }
  }

  private Job ignoringInterrupts(int reduces) throws IOException {
    input("a", "x\n");
    Job job = job(conf());
    job.setMapperClass(IgnoresInterrupts.class);
    job.setNumReduceTasks(reduces);
    return job;
  }

  private static void assertLateRecordIsRefused() throws InterruptedException {
    release.countDown();
    over.await();
    assertThat(LATE_FAILURE.get())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("still emits are rejected");
  }

  @Test
  void aKilledJobEndsAlthoughItsTaskIgnoresInterrupts() throws Exception {
    Job job = ignoringInterrupts(1);
    job.submit();
    begun.await();
    job.killJob();
    assertThat(end(job).state()).isEqualTo(JobStatus.State.KILLED);
    assertNothingIsCommitted();
    assertOtherJobsRun();
    assertLateRecordIsRefused();
  }

  @Test
  void aKilledTaskIsRetriedAlthoughItIgnoresInterrupts() throws Exception {
    for (int reduces : List.of(0, 1)) {
      begin();
      Job job = ignoringInterrupts(reduces);
      FileOutputFormat.setOutputPath(
          job, new org.apache.hadoop.fs.Path(output().resolve("r" + reduces).toUri()));
      job.submit();
      begun.await();
      job.killTask(attemptOf(job, 0));
      assertThat(end(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
      assertLateRecordIsRefused();
      assertThat(output().resolve("r" + reduces).resolve("_temporary")).doesNotExist();
    }
  }

  @Test
  void aTaskThatTimesOutIsRetriedAlthoughItIgnoresInterrupts() throws Exception {
    Job job = ignoringInterrupts(1);
    job.getConfiguration().setInt("mapreduce.task.timeout", 200);
    job.submit();
    assertThat(end(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(outputLines()).containsExactly("good\tx");
    assertLateRecordIsRefused();
  }

  /** Never ends the set-up of a job. */
  public static final class SetsUpForEver extends TextOutputFormat<Text, Text> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void setupJob(JobContext unused) {
          begun.countDown();
          awaitUninterruptibly(release);
        }
      };
    }
  }

  @Test
  void aKilledJobEndsAlthoughItsSetUpIgnoresInterrupts() throws Exception {
    input("a", "x\n");
    Job job = job(conf());
    job.setOutputFormatClass(SetsUpForEver.class);
    job.submit();
    begun.await();
    job.killJob();
    assertThat(end(job).state()).isEqualTo(JobStatus.State.KILLED);
    release.countDown();
    assertOtherJobsRun();
  }

  /** Waits in its set-up until it is interrupted. */
  public static final class WaitsInSetUp extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws InterruptedException {
      new CountDownLatch(1).await();
    }
  }

  /** Kills jobs at random moments while an attempt begins. */
  @Test
  void aKillIsNeverLost() throws Exception {
    Random random = Seeds.of("kills");
    input("a", "x\n");
    for (int i = 0; i < 60; i++) {
      Job job = job(conf());
      job.setMapperClass(WaitsInSetUp.class);
      FileOutputFormat.setOutputPath(
          job, new org.apache.hadoop.fs.Path(output().resolve("k" + i).toUri()));
      job.submit();
      long until = System.nanoTime() + random.nextInt(12_000_000);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      job.killJob();
      // The time limit is shorter than the 5 s after which the attempt would be abandoned.
      JobExecution running =
          ((EmbeddedEngine) EmbeddedEngine.get())
              .execution(org.apache.hadoop.mapred.JobID.downgrade(job.getJobID()))
              .orElse(null);
      long begin = System.nanoTime();
      if (running != null) {
        running.awaitEnd();
      }
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(4));
      assertThat(job.getStatus().getState()).isEqualTo(JobStatus.State.KILLED);
    }
  }

  // Exceptions

  /** Throws an exception when its message is read. */
  static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("from getMessage");
    }
  }

  /** Has an endless chain of causes. */
  static final class Endless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized Throwable getCause() {
      return new Endless();
    }

    @Override
    public String getMessage() {
      return null;
    }

    @Override
    public void printStackTrace(java.io.PrintWriter out) {
      out.print("endless");
    }
  }

  /** Waits for ever when its message is read. */
  static final class Sleeping extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      awaitUninterruptibly(release);
      return "awake";
    }
  }

  /** Throws the exception that the test has set. */
  public static final class Throws extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context) {
      sneak(TO_THROW.get());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  private Ended runThrowing(Throwable failure) throws Exception {
    input("a", "x\n");
    TO_THROW.set(failure);
    Job job = job(conf());
    job.setMapperClass(Throws.class);
    return run(job);
  }

  @Test
  void anExceptionWhoseMessageThrows() throws Exception {
    Ended ended = runThrowing(new Unspeakable());
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo())
        .isEqualTo(
            "map 0 failed 2 times: "
                + OWN
                + "Unspeakable (describing it threw java.lang.IllegalStateException)");
    assertOtherJobsRun();
  }

  @Test
  void anExceptionWithAnEndlessChainOfCauses() throws Exception {
    Ended ended = runThrowing(new Endless());
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo()).isEqualTo("map 0 failed 2 times: " + OWN + "Endless");
  }

  @Test
  void anExceptionWhoseGetMessageNeverReturns() throws Exception {
    input("a", "x\n");
    TO_THROW.set(new Sleeping());
    Job job = job(conf());
    job.getConfiguration().setInt("mapreduce.task.timeout", 200);
    job.getConfiguration().setInt("mapreduce.map.maxattempts", 1);
    job.setMapperClass(Throws.class);
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo()).startsWith("map 0 failed 1 time: ").contains("Timed out after");
    release.countDown();
    assertOtherJobsRun();
  }

  /** Has a committer that throws an error whose methods fail, in the method that the test sets. */
  public static final class ThrowsInCommitter extends TextOutputFormat<Text, Text> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      String where = context.getConfiguration().get("test.throws.in");
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void setupJob(JobContext job) throws IOException {
          throwIn("setupJob");
          super.setupJob(job);
        }

        @Override
        public void commitJob(JobContext job) throws IOException {
          throwIn("commitJob");
          super.commitJob(job);
        }

        @Override
        public void abortJob(JobContext job, JobStatus.State state) throws IOException {
          super.abortJob(job, state);
          throwIn("abortJob");
        }

        @Override
        public void abortTask(TaskAttemptContext attempt) throws IOException {
          super.abortTask(attempt);
          throwIn("abortTask");
        }

        private void throwIn(String method) {
          if (where.contains(method)) {
            throw new LinkageError() {
              private static final long serialVersionUID = 1L;

              @Override
              public String getMessage() {
                throw new Unspeakable();
              }
            };
          }
        }
      };
    }
  }

  @Test
  void aCommitterThatThrowsErrorsWhoseMethodsFail() throws Exception {
    for (String where :
        List.of("setupJob", "setupJob abortJob", "commitJob", "commitJob abortJob", "abortTask")) {
      TO_THROW.set(new IllegalStateException("meant"));
      input("a", "x\n".repeat(3000));
      Job job = job(conf());
      FileOutputFormat.setOutputPath(
          job, new org.apache.hadoop.fs.Path(output().resolve(where.replace(' ', '-')).toUri()));
      job.getConfiguration().set("test.throws.in", where);
      job.setMapperClass(where.contains("Task") ? ThrowsAtTheEnd.class : Mapper.class);
      job.setMapOutputKeyClass(where.contains("Task") ? Text.class : LongWritable.class);
      job.setOutputFormatClass(ThrowsInCommitter.class);
      Ended ended = run(job);
      assertThat(ended.state()).as(where).isEqualTo(JobStatus.State.FAILED);
      assertThat(ended.failureInfo()).as(where).contains(": ");
      if (!where.contains("commitJob")) { // then the output of tasks is committed, as on Hadoop
        assertThat(filesBelow(output().resolve(where.replace(' ', '-')))).as(where).isEmpty();
      }
    }
    assertOtherJobsRun();
  }

  /** Throws at the end of the map, when memory holds sorted records. */
  public static final class ThrowsAtTheEnd extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(new Text("k" + key), new Text("v".repeat(2000)));
    }

    @Override
    protected void cleanup(Context context) {
      sneak(TO_THROW.get());
    }
  }

  // Writers of attempts that were asked to stop

  /** Makes records visible when a writer is closed, as the output of a database does. */
  public static final class CommitsOnClose extends NullOutputFormat<Text, Text> {
    @Override
    public RecordWriter<Text, Text> getRecordWriter(TaskAttemptContext context) {
      String attempt = context.getTaskAttemptID().toString();
      return new RecordWriter<>() {
        @Override
        public void write(Text key, Text value) {}

        @Override
        public void close(TaskAttemptContext unused) {
          CLOSED.add(attempt.substring(attempt.length() - 1));
        }
      };
    }
  }

  /** Waits in the first attempt until it is interrupted. */
  public static final class WaitsAtFirst extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      context.write(line, line);
      if (context.getTaskAttemptID().getId() == 0) {
        begun.countDown();
        new CountDownLatch(1).await();
      }
    }
  }

  @Test
  void theWriterOfAnAttemptThatWasEndedIsNotClosed() throws Exception {
    input("a", "x\n");
    Job job = job(conf());
    job.setMapperClass(WaitsAtFirst.class);
    job.setNumReduceTasks(0);
    Class<? extends OutputFormat<?, ?>> format = CommitsOnClose.class;
    job.setOutputFormatClass(format);
    job.submit();
    begun.await();
    job.killTask(attemptOf(job, 0));
    assertThat(end(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(CLOSED).containsExactly("1");
  }

  // Jobs that break down

  private static JobExecution execution(Job job) {
    return ((EmbeddedEngine) EmbeddedEngine.get())
        .execution(org.apache.hadoop.mapred.JobID.downgrade(job.getJobID()))
        .orElseThrow();
  }

  @Test
  void aJobWhoseEventCannotBeCarriedOutFails() throws Exception {
    input("a", "x\n");
    Job job = job(conf());
    job.setMapperClass(WaitsAtFirst.class);
    job.submit();
    begun.await();
    Breaker.breakDown(execution(job), new OutOfMemoryError("meant"));
    Ended ended = end(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(ended.failureInfo())
        .startsWith("the engine could not go on: java.lang.OutOfMemoryError: meant; the heap has ");
    assertNothingIsCommitted();
    assertOtherJobsRun();
  }

  @Test
  void aJobWhoseEventCannotBeCarriedOutFailsAlthoughItsTaskIgnoresInterrupts() throws Exception {
    Job job = ignoringInterrupts(1);
    job.submit();
    begun.await();
    Breaker.breakDown(execution(job), new OutOfMemoryError("meant"));
    assertThat(end(job).state()).isEqualTo(JobStatus.State.FAILED);
    assertOtherJobsRun();
    assertLateRecordIsRefused();
  }

  /** Signals that the job's output is being committed, and waits for the test. */
  public static final class CommitsSlowly extends TextOutputFormat<Text, Text> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void commitJob(JobContext job) throws IOException {
          begun.countDown();
          try {
            release.await();
          } catch (InterruptedException e) {
            throw new IOException("interrupted while it commits", e);
          }
          super.commitJob(job);
        }
      };
    }
  }

  @Test
  void aJobThatBreaksDownWhileItsOutputIsCommittedSucceeds() throws Exception {
    input("a", "x\n");
    Job job = job(conf());
    job.setMapperClass(Mapper.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setOutputFormatClass(CommitsSlowly.class);
    job.submit();
    begun.await();
    JobExecution execution = execution(job);
    Breaker.breakDown(execution, new OutOfMemoryError("meant"));
    execution.tick();
    release.countDown();
    assertThat(end(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(outputLines()).containsExactly("0\tx");
    assertThat(output().resolve("_SUCCESS")).exists();
  }

  // Commits that are killed

  /** Waits in the commit. Ignores interrupts, unless test.listens is set. */
  public static final class CommitsForEver extends TextOutputFormat<Text, Text> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      boolean listens = context.getConfiguration().getBoolean("test.listens", false);
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void commitJob(JobContext job) throws IOException {
          begun.countDown();
          if (!listens) {
            awaitUninterruptibly(release);
            return;
          }
          try {
            release.await();
          } catch (InterruptedException e) {
            throw new IOException("interrupted while it commits", e);
          }
        }
      };
    }
  }

  @Test
  void aJobIsKilledWhileItCommits() throws Exception {
    input("a", "x\n");
    for (boolean listens : List.of(true, false)) {
      begin();
      Job job = job(conf());
      job.getConfiguration().setBoolean("test.listens", listens);
      job.setMapperClass(Mapper.class);
      job.setMapOutputKeyClass(LongWritable.class);
      job.setOutputFormatClass(CommitsForEver.class);
      FileOutputFormat.setOutputPath(
          job, new org.apache.hadoop.fs.Path(output().resolve("c" + listens).toUri()));
      job.submit();
      begun.await();
      job.killJob();
      Ended ended = end(job);
      assertThat(ended.state()).isEqualTo(JobStatus.State.KILLED);
      assertThat(ended.failureInfo()).isEqualTo("killed by its client");
      release.countDown();
    }
    assertOtherJobsRun();
  }

  @Test
  void aJobThatBreaksDownInACommitThatDoesNotEndCanBeKilled() throws Exception {
    input("a", "x\n");
    Job job = job(conf());
    job.setMapperClass(Mapper.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setOutputFormatClass(CommitsForEver.class);
    job.submit();
    begun.await();
    Breaker.breakDown(execution(job), new OutOfMemoryError("meant"));
    job.killJob();
    assertThat(end(job).state()).isEqualTo(JobStatus.State.FAILED);
    assertOtherJobsRun();
    release.countDown();
  }

  // Committers that do not return

  /** Its committer waits in the methods that the test names, whatever interrupts it. */
  public static final class WaitsInCommitter extends TextOutputFormat<Text, Text> {
    @Override
    public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
        throws IOException {
      String where = context.getConfiguration().get("test.waits.in");
      return new FileOutputCommitter(getOutputPath(context), context) {
        @Override
        public void commitTask(TaskAttemptContext attempt) throws IOException {
          if (attempt.getTaskAttemptID().getId() == 0 && waitedIn("commitTask")) {
            return;
          }
          super.commitTask(attempt);
        }

        @Override
        public void abortTask(TaskAttemptContext attempt) throws IOException {
          if (!waitedIn("abortTask")) {
            super.abortTask(attempt);
          }
        }

        @Override
        public void abortJob(JobContext job, JobStatus.State state) throws IOException {
          if (!waitedIn("abortJob")) {
            super.abortJob(job, state);
          }
        }

        private boolean waitedIn(String method) {
          if (!where.contains(method)) {
            return false;
          }
          begun.countDown();
          awaitUninterruptibly(release);
          return true;
        }
      };
    }
  }

  private Job waitingInCommitter(String where) throws IOException {
    input("a", "x\n");
    Job job = job(conf());
    job.getConfiguration().set("test.waits.in", where);
    job.getConfiguration().setInt("yarn.app.mapreduce.am.job.committer.cancel-timeout", 100);
    job.setMapperClass(Mapper.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(WaitsInCommitter.class);
    return job;
  }

  private static Warnings warningsOfCalls() {
    return Warnings.of("org.athanor.engine.execution.CommitterCalls");
  }

  private static String abandonedCall(Job job, String call, String remains) {
    return org.apache.hadoop.mapred.JobID.downgrade(job.getJobID())
        + ": the output committer's "
        + call
        + " still runs 5 s after it was interrupted. Its thread is abandoned, and "
        + remains
        + " may be left behind";
  }

  @Test
  void aKilledJobEndsThoughItsCommittersAbortsDoNot() throws Exception {
    Job job = waitingInCommitter("abortTask abortJob");
    job.setMapperClass(IgnoresInterrupts.class);
    job.setOutputKeyClass(Text.class);
    try (Warnings warnings = warningsOfCalls()) {
      job.submit();
      begun.await();
      job.killJob();
      assertThat(end(job).state()).isEqualTo(JobStatus.State.KILLED);
      assertThat(warnings.lines())
          .containsExactly(
              abandonedCall(
                  job, "abortTask for " + attemptOf(job, 0), "the attempt's temporary output"),
              abandonedCall(job, "abortJob for " + job.getJobID(), "the job's temporary output"));
    }
    assertOtherJobsRun();
    release.countDown();
  }

  @Test
  void aJobThatBreaksDownEndsThoughItsCommittersAbortDoesNot() throws Exception {
    Job job = waitingInCommitter("abortJob");
    job.setMapperClass(WaitsAtFirst.class);
    job.setOutputKeyClass(Text.class);
    job.submit();
    begun.await();
    Breaker.breakDown(execution(job), new OutOfMemoryError("meant"));
    assertThat(end(job).state()).isEqualTo(JobStatus.State.FAILED);
    assertOtherJobsRun();
    release.countDown();
  }

  @Test
  void aTaskThatTimesOutInItsCommitIsTriedAgain() throws Exception {
    Job job = waitingInCommitter("commitTask");
    job.getConfiguration().setInt("mapreduce.task.timeout", 200);
    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertTheSecondAttemptCommitted(job, "Timed out after");
  }

  @Test
  void aTaskThatIsKilledInItsCommitIsTriedAgain() throws Exception {
    Job job = waitingInCommitter("commitTask");
    job.submit();
    begun.await();
    job.killTask(attemptOf(job, 0));
    assertThat(end(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertTheSecondAttemptCommitted(job, "Task attempt killed by its client");
  }

  private void assertTheSecondAttemptCommitted(Job job, String endOfTheFirst) throws Exception {
    assertThat(job.getTaskReports(TaskType.MAP)[0].getSuccessfulTaskAttemptId())
        .hasToString(attemptOf(job, 1).toString());
    assertThat(job.getTaskDiagnostics(attemptOf(job, 0)))
        .hasSize(1)
        .allMatch(text -> text.contains(endOfTheFirst));
    assertThat(outputLines()).containsExactly("0\tx");
    assertThat(output().resolve("_temporary")).doesNotExist();
    assertOtherJobsRun();
    release.countDown();
  }

  // Combiners that do not return

  /** Writes more than a buffer holds and then waits, whatever interrupts it. */
  public static final class WaitsInCombiner
      extends Reducer<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void reduce(LongWritable key, Iterable<Text> values, Context context)
        throws IOException, InterruptedException {
      for (int i = 0; i < 3; i++) {
        context.write(key, new Text("v".repeat(3000)));
      }
      begun.countDown();
      awaitUninterruptibly(release);
    }
  }

  @Test
  void theMemoryOfACombinerThatDoesNotReturnIsGivenBack() throws Exception {
    input("a", "x\n");
    Job job = job(conf());
    job.setMapperClass(Mapper.class);
    job.setCombinerClass(WaitsInCombiner.class);
    job.setOutputKeyClass(LongWritable.class);
    job.submit();
    begun.await();
    assertThat(retainedBuffers()).isPositive();
    job.killJob();
    assertThat(end(job).state()).isEqualTo(JobStatus.State.KILLED);
    release.countDown();
  }

  // Counters

  /** Increments counters whose names differ from those of other tasks. */
  public static final class CountsALot extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      for (int i = 0; i < 70; i++) {
        context.getCounter("mine", line + "-" + i).increment(1);
      }
      context.write(key, line);
    }
  }

  @Test
  void aJobWhoseTasksTogetherHaveMoreCountersThanHadoopAllowsEnds() throws Exception {
    input("a", "a\n");
    input("b", "b\n");
    Job job = job(conf());
    job.setMapperClass(CountsALot.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(LongWritable.class);
    Ended ended = run(job);
    assertThat(ended.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(ended.counters().getGroup("mine").size()).isBetween(70, 120);
  }

  // Outputs that are created after the attempt's end

  /** Opens late, and records what is written. */
  public static final class OpensLate extends NullOutputFormat<Text, Text> {
    @Override
    public RecordWriter<Text, Text> getRecordWriter(TaskAttemptContext context) {
      int attempt = context.getTaskAttemptID().getId();
      if (attempt == 0) {
        begun.countDown();
        awaitUninterruptibly(release);
      }
      return new RecordWriter<>() {
        @Override
        public void write(Text key, Text value) {
          CLOSED.add(attempt + " " + key);
        }

        @Override
        public void close(TaskAttemptContext unused) {
          over.countDown();
        }
      };
    }
  }

  /** Emits in its set-up, before it reads anything. */
  public static final class EmitsAtOnce extends Mapper<LongWritable, Text, Text, Text> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      context.write(new Text("set-up"), new Text());
    }

    @Override
    protected void map(LongWritable key, Text line, Context context) {}
  }

  @Test
  void anOutputThatOpensAfterTheAttemptWasAbandonedTakesNoRecord() throws Exception {
    input("a", "x\n");
    Job job = job(conf());
    job.setMapperClass(EmitsAtOnce.class);
    job.setNumReduceTasks(0);
    Class<? extends OutputFormat<?, ?>> format = OpensLate.class;
    job.setOutputFormatClass(format);
    job.submit();
    begun.await();
    Thread old =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().startsWith("athanor-0"))
            .filter(HostileCodeTest::opensLate)
            .findFirst()
            .orElseThrow();
    job.killTask(attemptOf(job, 0));
    assertThat(end(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    release.countDown();
    old.join();
    assertThat(CLOSED).containsExactly("1 set-up");
  }

  private static boolean opensLate(Thread thread) {
    return List.of(thread.getStackTrace()).stream()
        .anyMatch(frame -> frame.getClassName().equals(OpensLate.class.getName()));
  }
}
