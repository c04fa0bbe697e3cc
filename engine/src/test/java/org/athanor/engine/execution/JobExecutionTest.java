// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.coordinator.Locality;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.job.ContainerSize;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.site.Host;
import org.athanor.engine.site.JobSite;
import org.athanor.engine.skew.Cuts;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.testing.WrittenJob;
import org.athanor.engine.worker.Worker;
import org.athanor.topology.affinity.AffinityLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Executes a job on Workers that do what a test says. */
@Timeout(60)
class JobExecutionTest {
  private static final Locality.Place PLACE = new Locality.Place("host", "/rack");
  private static final JobID ID = new JobID("20260101", 1);

  @TempDir Path root;

  private final BlockingQueue<JobExecution> wanted = new LinkedBlockingQueue<>();
  private final SetClock clock = new SetClock();
  private Worker own;

  @BeforeEach
  void beginWorker() {
    own = new Worker(new EngineSettings(2, 1 << 20, 16 << 10, AffinityLevel.NONE));
  }

  @AfterEach
  void endWorker() {
    own.close();
  }

  private SubmittedJob write(int maps, int reduces) throws Exception {
    return write(maps, reduces, Job.getInstance());
  }

  private SubmittedJob write(int maps, int reduces, Job settings) throws Exception {
    settings.getConfiguration().set("fs.defaultFS", "file:///");
    settings.getConfiguration().set(MRConfig.LOCAL_DIR, root.resolve("local").toString());
    settings.setNumReduceTasks(reduces);
    FileOutputFormat.setOutputPath(
        settings, new org.apache.hadoop.fs.Path(root.resolve("out").toUri()));
    Path input = Files.writeString(root.resolve("input"), "some words");
    return WrittenJob.write(ID, root.resolve("job"), settings, Collections.nCopies(maps, input))
        .submitted();
  }

  private JobExecution begin(JobDescription description) throws Exception {
    return begin(description, wanted::add);
  }

  private JobExecution begin(JobDescription description, JobExecution.Slots slots)
      throws Exception {
    JobSite site =
        new JobSite(
            description.submitted(),
            JobLogs.Keeper.NOBODY,
            own.retained(),
            new Host(clock, SpillFile.PRIVATELY));
    JobExecution job =
        new JobExecution(description, site, own, Locality.NONE, slots, (ended, jobXml) -> {});
    job.start();
    return job;
  }

  /** Waits until the job has been set up. */
  private JobExecution running() throws InterruptedException {
    JobExecution job = wanted.poll(30, TimeUnit.SECONDS);
    assertThat(job).isNotNull();
    return job;
  }

  private static TaskAttemptID attempt(boolean isMap, int task, int number) {
    return new TaskAttemptID(
        ID.getJtIdentifier(), ID.getId(), isMap ? TaskType.MAP : TaskType.REDUCE, task, number);
  }

  @Test
  void tellsAWorkerThatJoinsWhichMapsHaveSucceededBefore() throws Exception {
    JobExecution job = begin(JobDescription.of(write(2, 2)));
    running();
    ToldWorker first = new ToldWorker();
    job.workerJoined(0, PLACE, first);
    assertThat(job.launchOn(0, true)).isTrue();
    job.attemptListener().succeeded(attempt(true, 0, 0));

    ToldWorker second = new ToldWorker();
    job.workerJoined(1, PLACE, second);
    assertThat(second.calls())
        .containsExactly("publish " + attempt(true, 0, 0), "withdraw 1 [1]", "assign 2 [1]");
    assertThat(first.calls())
        .startsWith("assign 1 [0, 1]", "launch " + attempt(true, 0, 0))
        .contains("publish " + attempt(true, 0, 0));
    job.kill("the test ends");
  }

  @Test
  void anAttemptThatWasToFailHasFailedThoughItsWorkerIsLostMeanwhile() throws Exception {
    JobExecution job = begin(JobDescription.of(write(1, 1)));
    running();
    job.workerJoined(0, PLACE, new ToldWorker(false));
    assertThat(job.launchOn(0, true)).isTrue();
    assertThat(job.endAttempt(attempt(true, 0, 0), true, "failed by its client")).isTrue();
    job.workerLost(0, "its process has ended", true);
    AttemptView ended = job.view().tasks(TaskType.MAP).get(0).attempts().get(0);
    assertThat(ended.state()).isEqualTo(TaskStatus.State.FAILED);
    job.kill("the test ends");
  }

  /** Its committer ends an abort of a task when the test says so. */
  public static final class HeldAborts extends NullOutputFormat<Object, Object> {
    private static volatile CountDownLatch begun;
    private static volatile CountDownLatch mayEnd;

    static void hold() {
      begun = new CountDownLatch(1);
      mayEnd = new CountDownLatch(1);
    }

    @Override
    public OutputCommitter getOutputCommitter(TaskAttemptContext context) {
      return new OutputCommitter() {
        @Override
        public void setupJob(JobContext job) {}

        @Override
        public void setupTask(TaskAttemptContext task) {}

        @Override
        public boolean needsTaskCommit(TaskAttemptContext task) {
          return false;
        }

        @Override
        public void commitTask(TaskAttemptContext task) {}

        @Override
        public void abortTask(TaskAttemptContext task) throws IOException {
          begun.countDown();
          try {
            mayEnd.await();
          } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
          }
        }
      };
    }
  }

  @Test
  void aTaskRunsAgainWhenTheOutputOfItsLostAttemptIsRemoved() throws Exception {
    runsAgainWhenTheAbortHasEnded(job -> {});
  }

  @Test
  void aTaskRunsAgainWhenTheOutputOfAnAbandonedAttemptIsRemovedWhoseWorkerIsLost()
      throws Exception {
    runsAgainWhenTheAbortHasEnded(
        job -> {
          job.endAttempt(attempt(true, 0, 0), false, "killed");
          job.attemptListener().abandoned(attempt(true, 0, 0));
        });
  }

  private void runsAgainWhenTheAbortHasEnded(Consumer<JobExecution> beforeLoss) throws Exception {
    HeldAborts.hold();
    Job settings = Job.getInstance();
    settings.setOutputFormatClass(HeldAborts.class);
    JobExecution job = begin(JobDescription.of(write(1, 0, settings)));
    running();
    job.workerJoined(0, PLACE, new ToldWorker(false));
    assertThat(job.launchOn(0, true)).isTrue();
    beforeLoss.accept(job);
    job.workerLost(0, "its process has ended", true);
    job.workerJoined(1, PLACE, new ToldWorker());
    HeldAborts.begun.await();
    assertThat(job.launchOn(1, true)).isFalse();
    HeldAborts.mayEnd.countDown();
    boolean launched = false;
    while (!launched) {
      running();
      launched = job.launchOn(1, true);
    }
    job.kill("the test ends");
  }

  @Test
  void aWorkerThatHasEndedDoesNotJoinAnyMore() throws Exception {
    JobExecution job = begin(JobDescription.of(write(1, 1)));
    running();
    job.workerLost(0, "its process has ended", true);
    ToldWorker late = new ToldWorker();
    job.workerJoined(0, PLACE, late);
    assertThat(late.calls()).containsExactly("close");
    assertThat(job.launchOn(0, true)).isFalse();
    job.kill("the test ends");
  }

  private static final class SlotsOfContainers implements JobExecution.Slots {
    private final Consumer<JobExecution> wanted;

    SlotsOfContainers(Consumer<JobExecution> wanted) {
      this.wanted = wanted;
    }

    @Override
    public void wanted(JobExecution job) {
      wanted.accept(job);
    }

    @Override
    public Optional<ContainerSize> containers() {
      return Optional.of(new ContainerSize(4096, 2, 4));
    }
  }

  /** Runs one map for 10 s, and then another one for 6 s, which is killed. */
  private JobExecution runMaps(JobExecution.Slots slots) throws Exception {
    JobExecution job = begin(JobDescription.of(write(2, 0)), slots);
    running();
    job.workerJoined(0, PLACE, new ToldWorker(false));
    for (int map = 0; map < 2; map++) {
      assertThat(job.launchOn(0, true)).isTrue();
      job.attemptListener().started(attempt(true, map, 0));
    }
    clock.set(6_000);
    assertThat(job.endAttempt(attempt(true, 1, 0), false, "killed")).isTrue();
    job.attemptListener().stopped(attempt(true, 1, 0));
    clock.set(10_000);
    job.attemptListener().succeeded(attempt(true, 0, 0));
    return job;
  }

  private static long counter(JobExecution job, JobCounter counter) {
    return job.view().counters().findCounter(counter).getValue();
  }

  @Test
  @SuppressWarnings("deprecation") // Hadoop counts slots all the same.
  void countsWhatTasksHadOfTheirContainers() throws Exception {
    JobExecution job = runMaps(new SlotsOfContainers(wanted::add));
    // 10 s and 6 s, on one of 4 threads of a container of 4096 MB and 2 vcores
    assertThat(counter(job, JobCounter.MILLIS_MAPS)).isEqualTo(16_000);
    assertThat(counter(job, JobCounter.SLOTS_MILLIS_MAPS)).isEqualTo(16_000);
    assertThat(counter(job, JobCounter.MB_MILLIS_MAPS)).isEqualTo(16_000 * 1024);
    assertThat(counter(job, JobCounter.VCORES_MILLIS_MAPS)).isEqualTo(8_000);
    assertThat(counter(job, JobCounter.MB_MILLIS_REDUCES)).isZero();
    job.kill("the test ends");
  }

  @Test
  void countsTimeOnlyWhereThereAreNoContainers() throws Exception {
    JobExecution job = runMaps(wanted::add);
    assertThat(counter(job, JobCounter.MILLIS_MAPS)).isEqualTo(16_000);
    assertThat(job.view().counters().getGroup(JobCounter.class.getName()))
        .extracting(Counter::getName)
        .doesNotContain("SLOTS_MILLIS_MAPS", "MB_MILLIS_MAPS", "VCORES_MILLIS_MAPS");
    job.kill("the test ends");
  }

  @Test
  void aClockThatIsSetMakesNoTaskSlow() throws Exception {
    JobExecution job = begin(JobDescription.of(write(2, 0)));
    running();
    job.workerJoined(0, PLACE, new ToldWorker());
    job.workerJoined(1, PLACE, new ToldWorker());
    assertThat(job.launchOn(0, true)).isTrue();
    assertThat(job.launchOn(1, true)).isTrue();
    job.attemptListener().started(attempt(true, 0, 0));
    job.attemptListener().started(attempt(true, 1, 0));
    clock.set(10_000);
    job.attemptListener().succeeded(attempt(true, 0, 0));
    clock.jump(3_600_000);
    job.tick();
    assertThat(job.launchOn(0, true)).as("another attempt would end at the same time").isFalse();
    clock.jump(-7_200_000);
    clock.set(60_000);
    job.tick();
    assertThat(job.launchOn(0, true)).as("it is half done after 60 s only").isTrue();
    job.kill("the test ends");
  }

  // What an earlier master has done

  /** Remembers what the next master is to know. */
  private static final class Kept implements JobJournal {
    final List<String> calls = new CopyOnWriteArrayList<>();
    final List<ReduceLoad.Shape> shapes = new CopyOnWriteArrayList<>();
    volatile boolean commitBegunByAnother;

    @Override
    public void succeeded(FinishedTask task) {
      calls.add("succeeded " + task.attempt());
      shapes.add(task.shape());
    }

    @Override
    public void commitBegins(boolean repeatable) throws CommitBegunException {
      if (commitBegunByAnother && !repeatable) {
        throw new CommitBegunException();
      }
      calls.add("commitBegins");
    }

    @Override
    public void commitEnded(boolean succeeded) {
      calls.add("commitEnded " + succeeded);
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  private final Kept kept = new Kept();

  private JobDescription description(SubmittedJob job, boolean commitBegan, FinishedTask... tasks)
      throws Exception {
    job.configuration().setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 2);
    return JobDescription.of(
        job, ContainerPlace.ofJobHere(ID), new JobPast(2, commitBegan, List.of(tasks)), kept);
  }

  /** What a reducer has seen under an earlier master. */
  private static final ReduceLoad.Shape RECOVERED =
      new ReduceLoad.Shape(Optional.empty(), List.of(4L, 5L), Cuts.FREE);

  private FinishedTask finished(TaskAttemptID attempt) {
    Counters counters = new Counters();
    counters.findCounter(TaskCounter.REDUCE_INPUT_RECORDS).increment(3);
    return new FinishedTask(
        attempt,
        ContainerPlace.ofJobHere(ID),
        10,
        20,
        counters,
        TaskStatus.Phase.REDUCE,
        "",
        0,
        0,
        RECOVERED);
  }

  /**
   * Writes output as the first version of Hadoop's committer leaves it when a task is committed.
   */
  private void writeCommitted(TaskAttemptID attempt, String text) throws IOException {
    Path task = root.resolve("out/_temporary/1").resolve(attempt.getTaskID().toString());
    Files.createDirectories(task);
    Files.writeString(task.resolve("part-r-0000" + attempt.getTaskID().getId()), text);
  }

  private SubmittedJob writeForFirstVersion(int maps, int reduces) throws Exception {
    SubmittedJob job = write(maps, reduces);
    job.configuration().setInt("mapreduce.fileoutputcommitter.algorithm.version", 1);
    return job;
  }

  @Test
  void attemptsOfTheNextMasterHaveNumbersOfTheirOwn() throws Exception {
    JobExecution job = begin(description(write(1, 0), false));
    running();
    ToldWorker worker = new ToldWorker();
    job.workerJoined(0, PLACE, worker);
    assertThat(job.launchOn(0, true)).isTrue();
    assertThat(worker.calls()).containsExactly("launch " + attempt(true, 0, 1000));
    job.attemptListener().succeeded(attempt(true, 0, 1000));
    job.awaitEnd();
    assertThat(kept.calls)
        .containsExactly(
            "succeeded " + attempt(true, 0, 1000), "commitBegins", "commitEnded true", "close");
  }

  @Test
  void reducesWhoseOutputIsTakenOverDoNotRunAgain() throws Exception {
    TaskAttemptID done = attempt(false, 1, 0);
    SubmittedJob submitted = writeForFirstVersion(1, 2);
    writeCommitted(done, "kept");
    JobExecution job = begin(description(submitted, false, finished(done)));
    running();
    ToldWorker worker = new ToldWorker();
    job.workerJoined(0, PLACE, worker);
    assertThat(job.launchOn(0, true)).isTrue();
    job.attemptListener().succeeded(attempt(true, 0, 1000));
    assertThat(job.launchOn(0, true)).isTrue();
    assertThat(job.launchOn(0, true)).isFalse();
    job.attemptListener().succeeded(attempt(false, 0, 1000));
    job.awaitEnd();
    assertThat(worker.calls())
        .containsExactly(
            "assign 1 [0]",
            "launch " + attempt(true, 0, 1000),
            "publish " + attempt(true, 0, 1000),
            "launch " + attempt(false, 0, 1000),
            "close");
    assertThat(job.view().state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(root.resolve("out/part-r-00001")).hasContent("kept");
    assertThat(root.resolve("out/_temporary")).doesNotExist();
    assertThat(job.view().counters().findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue())
        .isEqualTo(3);
    assertThat(job.view().tasks(TaskType.REDUCE).get(1).successfulAttempt()).contains(done);
    assertThat(job.view().reduceLoads())
        .extracting(ReduceLoad::shape)
        .containsExactly(ToldWorker.SHAPE, RECOVERED);
    assertThat(kept.shapes).containsExactly(RECOVERED, ToldWorker.SHAPE);
    assertThat(kept.calls)
        .containsExactly(
            "succeeded " + done,
            "succeeded " + attempt(false, 0, 1000),
            "commitBegins",
            "commitEnded true",
            "close");
  }

  @Test
  void aJobWhoseReducesAreAllTakenOverRunsNothing() throws Exception {
    TaskAttemptID done = attempt(false, 0, 3);
    SubmittedJob submitted = writeForFirstVersion(4, 1);
    writeCommitted(done, "kept");
    JobExecution job = begin(description(submitted, false, finished(done)));
    job.awaitEnd();
    assertThat(job.view().state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(root.resolve("out/part-r-00000")).hasContent("kept");
  }

  @Test
  void aTaskWhoseOutputIsGoneRunsAgain() throws Exception {
    TaskAttemptID done = attempt(true, 0, 0);
    SubmittedJob submitted = writeForFirstVersion(1, 0);
    submitted.configuration().setOutputCommitter(Forgetful.class);
    submitted.configuration().setUseNewMapper(false);
    JobExecution job = begin(description(submitted, false, finished(done)));
    running();
    job.workerJoined(0, PLACE, new ToldWorker());
    assertThat(job.launchOn(0, true)).isTrue();
    job.kill("the test ends");
  }

  /** A committer that cannot take over the output of any task. */
  public static final class Forgetful extends org.apache.hadoop.mapred.FileOutputCommitter {
    @Override
    public void recoverTask(org.apache.hadoop.mapred.TaskAttemptContext task) throws IOException {
      throw new IOException("forgotten");
    }
  }

  @Test
  void aCommitIsNotBegunTwice() throws Exception {
    SubmittedJob submitted = writeForFirstVersion(1, 1);
    writeCommitted(attempt(false, 0, 0), "perhaps committed");
    JobExecution job = begin(description(submitted, true));
    job.awaitEnd();
    assertThat(job.view().state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(job.view().failureInfo())
        .isEqualTo(
            "set-up failed: java.io.IOException: an earlier ApplicationMaster has ended while it"
                + " committed the output, which may be incomplete; the output committer cannot"
                + " commit again");
    assertThat(root.resolve("out/_temporary/1")).isNotEmptyDirectory();
    assertThat(kept.calls).containsExactly("close");
  }

  @Test
  void aCommitThatAnotherMasterHasBegunIsLeftToIt() throws Exception {
    kept.commitBegunByAnother = true;
    TaskAttemptID done = attempt(false, 0, 0);
    SubmittedJob submitted = writeForFirstVersion(1, 1);
    writeCommitted(done, "being committed");
    JobExecution job = begin(description(submitted, false, finished(done)));
    job.awaitEnd();
    assertThat(job.view().state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(job.view().failureInfo())
        .startsWith("commit failed: ")
        .endsWith(
            "another ApplicationMaster has begun to commit the output, which may be incomplete;"
                + " the output committer cannot commit again");
    assertThat(root.resolve("out/_temporary/2")).isNotEmptyDirectory();
    assertThat(kept.calls).containsExactly("succeeded " + done, "close");
  }

  @Test
  void aCommitThatCanBeRepeatedIsRepeated() throws Exception {
    TaskAttemptID done = attempt(false, 0, 0);
    SubmittedJob submitted = write(1, 1);
    submitted.configuration().setInt("mapreduce.fileoutputcommitter.algorithm.version", 2);
    Files.createDirectories(root.resolve("out"));
    Files.writeString(root.resolve("out/part-r-00000"), "kept");
    JobExecution job = begin(description(submitted, true, finished(done)));
    job.awaitEnd();
    assertThat(job.view().state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(root.resolve("out/part-r-00000")).hasContent("kept");
    assertThat(kept.calls)
        .containsExactly("succeeded " + done, "commitBegins", "commitEnded true", "close");
  }
}
