// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;
import org.athanor.engine.master.ClientService;
import org.athanor.engine.testing.RecordedJobs;
import org.athanor.engine.testing.SetJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests views of remote jobs with the service that an application master has, over loopback. */
@Timeout(60)
class RemoteJobsTest {
  private static final TaskStatus.State RUNNING = TaskStatus.State.RUNNING;
  private static final TaskStatus.State FAILED = TaskStatus.State.FAILED;
  private static final TaskStatus.State KILLED = TaskStatus.State.KILLED;
  private static final TaskStatus.State SUCCEEDED = TaskStatus.State.SUCCEEDED;
  private static final JobID UNKNOWN = new JobID("1700000000000", 8);

  @TempDir Path work;
  private final RecordedJobs jobs = new RecordedJobs();
  private final JobConf jobConf = new JobConf(false);
  private final AtomicLong nanos = new AtomicLong();
  private SetJob job;
  private ClientService service;
  private RemoteJobs remote;
  private JobView view;

  @BeforeEach
  void serve() throws IOException {
    Path file = work.resolve("job.xml");
    job = jobs.add(new SetJob(7, new org.apache.hadoop.fs.Path(file.toUri()), jobConf));
    Configuration conf = new Configuration();
    conf.setInt("yarn.app.mapreduce.client-am.ipc.max-retries", 0);
    service =
        new ClientService(jobs, conf, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    remote = new RemoteJobs(service.address(), conf, nanos::get);
    view = remote.job(job.id()).orElseThrow();
  }

  @AfterEach
  void close() {
    remote.close();
    service.close();
  }

  private void passMillis(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  // Reports

  @Test
  void aViewShowsWhatTheJobShows() {
    assertThat(view.id()).isEqualTo(job.id());
    assertThat(view.state()).isEqualTo(JobStatus.State.RUNNING);
    assertThat(view.user()).isEqualTo("anna");
    assertThat(view.name()).isEqualTo("sort words");
    assertThat(view.jobFile()).isEqualTo(job.jobFile());
    assertThat(view.failureInfo()).isEmpty();
    assertThat(view.historyFile()).isEmpty();
    assertThat(view.submitTime()).isEqualTo(500);
    assertThat(view.startTime()).isEqualTo(600);
    assertThat(view.finishTime()).isZero();
    assertThat(view.setupProgress()).isEqualTo(1);
    assertThat(view.mapProgress()).isEqualTo(0.75f);
    assertThat(view.reduceProgress()).isEqualTo(0.25f);
    assertThat(view.cleanupProgress()).isEqualTo(0.125f);
  }

  @Test
  void aViewShowsHowTheJobEnded() {
    job.finishTime = 9000;
    job.failureInfo = "a map broke";
    job.historyFile = "file:/history/job.jhist";
    for (JobStatus.State state :
        List.of(
            JobStatus.State.PREP,
            JobStatus.State.RUNNING,
            JobStatus.State.SUCCEEDED,
            JobStatus.State.FAILED,
            JobStatus.State.KILLED)) {
      job.state = state;
      passMillis(50);
      assertThat(view.state()).isEqualTo(state);
    }
    job.state = JobStatus.State.RUNNING; // as a report says that was on its way for long
    passMillis(50);
    assertThat(view.state()).isEqualTo(JobStatus.State.KILLED);
    assertThat(view.finishTime()).isEqualTo(9000);
    assertThat(view.failureInfo()).isEqualTo("a map broke");
    assertThat(view.historyFile()).isEqualTo("file:/history/job.jhist");
  }

  @Test
  void everyNamedPriorityArrives() {
    for (JobPriority priority : JobPriority.values()) {
      job.priority = priority;
      passMillis(50);
      assertThat(view.priority())
          .isEqualTo(priority == JobPriority.UNDEFINED_PRIORITY ? JobPriority.DEFAULT : priority);
    }
  }

  @Test
  void aReportIsAskedForOnceInFiftyMilliseconds() {
    int before = job.reads();
    aViewShowsWhatTheJobShows();
    assertThat(remote.job(job.id())).containsSame(view);
    assertThat(job.reads()).isEqualTo(before);
    passMillis(49);
    view.state();
    assertThat(job.reads()).isEqualTo(before);
    passMillis(1);
    view.state();
    view.name();
    assertThat(job.reads()).isEqualTo(before + 1);
  }

  @Test
  void anUnknownJobHasNoView() {
    assertThat(remote.job(UNKNOWN)).isEmpty();
  }

  @Test
  void idsOfBothClassesNameTheSameJob() {
    JobID other = new JobID(job.id().getJtIdentifier(), job.id().getId());
    assertThat(remote.job(other)).containsSame(view);
  }

  @Test
  void countersAreThoseOfTheJob() {
    job.counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(5);
    job.counters.findCounter("Mine", "tea").setValue(3);
    assertThat(view.counters()).isEqualTo(job.counters);
  }

  // The configuration

  @Test
  void theConfigurationIsReadOnce() throws IOException {
    Path file = work.resolve("job.xml");
    jobConf.set("my.key", "mine");
    jobConf.setQueueName("night");
    try (var out = Files.newOutputStream(file)) {
      jobConf.writeXml(out);
    }
    assertThat(view.queue()).isEqualTo("night");
    Files.delete(file);
    assertThat(view.configuration().get("my.key")).isEqualTo("mine");
    assertThat(remote.job(job.id()).orElseThrow().queue()).isEqualTo("night");
  }

  @Test
  void aDeletedConfigurationIsAnErrorButNotForTheQueue() {
    assertThat(view.queue()).isEqualTo("default");
    assertThatThrownBy(view::configuration)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("job_1700000000000_0007: cannot read its configuration " + job.jobFile())
        .hasCauseInstanceOf(FileNotFoundException.class);
  }

  // Tasks and events

  @Test
  void tasksHaveTheirAttempts() {
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, FAILED, SUCCEEDED);
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, KILLED, RUNNING, RUNNING);
    job.addTask(TaskType.MAP, TIPStatus.PENDING);
    job.addTask(TaskType.REDUCE, TIPStatus.FAILED, FAILED, FAILED);
    for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
      List<TaskView> expected = job.tasks(type);
      List<TaskView> tasks = view.tasks(type);
      assertThat(tasks).hasSameSizeAs(expected);
      for (int i = 0; i < tasks.size(); i++) {
        assertSame(tasks.get(i), expected.get(i));
      }
    }
  }

  /** Compares all but what a remote task cannot have. */
  private static void assertSame(TaskView task, TaskView expected) {
    assertThat(task)
        .usingRecursiveComparison()
        .ignoringFields("attempts", "counters", "locations")
        .isEqualTo(expected);
    assertThat(task.counters()).isEqualTo(expected.counters());
    assertThat(task.locations()).isEmpty();
    assertThat(task.attempts()).hasSameSizeAs(expected.attempts());
    for (int i = 0; i < task.attempts().size(); i++) {
      AttemptView attempt = task.attempts().get(i);
      AttemptView other = expected.attempts().get(i);
      if (attempt.state() == SUCCEEDED) {
        assertThat(attempt.id()).isEqualTo(other.id());
        assertThat(attempt.finishTime()).isEqualTo(expected.finishTime());
        assertThat(attempt.startTime()).isEqualTo(expected.finishTime() - 300);
        assertThat(attempt.counters()).isEqualTo(expected.counters());
      } else {
        assertThat(attempt)
            .usingRecursiveComparison()
            .ignoringFields("counters", "place")
            .isEqualTo(other);
        assertThat(attempt.place()).isEqualTo(other.place());
        assertThat(attempt.counters()).isEqualTo(other.counters());
      }
    }
  }

  @Test
  void completionEventsAreThoseOfTheJob() {
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, SUCCEEDED);
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, FAILED, KILLED, SUCCEEDED);
    job.addTask(TaskType.REDUCE, TIPStatus.COMPLETE, SUCCEEDED);
    assertThat(view.completionEvents(1, 3))
        .usingRecursiveComparison()
        .isEqualTo(job.completionEvents(1, 3));
    assertThat(view.completionEvents(5, 3)).isEmpty();
  }

  @Test
  void waitingForAnEventEndsWhenItComes() throws Exception {
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> view.awaitCompletionEvent(0, Duration.ofMinutes(10).toMillis()));
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, SUCCEEDED);
    waiting.get(30, TimeUnit.SECONDS);
  }

  @Test
  void waitingForAnEventEndsWithTheJob() {
    job.state = JobStatus.State.SUCCEEDED;
    passMillis(50);
    view.awaitCompletionEvent(0, Duration.ofMinutes(10).toMillis());
  }

  @Test
  void waitingForAnEventEndsWithTheTime() {
    view.awaitCompletionEvent(0, 1);
    assertThat(view.completionEvents(0, 1)).isEmpty();
  }

  @Test
  void anInterruptedThreadDoesNotWait() {
    Thread.currentThread().interrupt();
    view.awaitCompletionEvent(0, Duration.ofMinutes(10).toMillis());
    assertThat(Thread.interrupted()).isTrue();
  }

  // Commands

  @Test
  void jobsAreKilledIfTheyExist() {
    remote.kill(UNKNOWN);
    remote.kill(job.id());
    assertThat(jobs.commands()).containsExactly("kill job_1700000000000_0007");
  }

  @Test
  void onlyRunningAttemptsEnd() {
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, FAILED, RUNNING);
    assertThat(remote.endAttempt(job.attempt(TaskType.MAP, 0, 1), false)).isTrue();
    assertThat(remote.endAttempt(job.attempt(TaskType.MAP, 0, 1), true)).isTrue();
    assertThat(remote.endAttempt(job.attempt(TaskType.MAP, 0, 0), true)).isFalse();
    assertThat(remote.endAttempt(job.attempt(TaskType.MAP, 0, 2), true)).isFalse();
    assertThat(remote.endAttempt(job.attempt(TaskType.REDUCE, 0, 0), true)).isFalse();
    assertThat(jobs.commands())
        .containsExactly(
            "kill attempt_1700000000000_0007_m_000000_1",
            "fail attempt_1700000000000_0007_m_000000_1");
  }

  // Failures

  @Test
  void aCallFailsInOneLineWhenTheMasterIsGone() {
    service.close();
    passMillis(50);
    assertIsGone(view::state);
    assertIsGone(view::counters);
    assertIsGone(() -> view.tasks(TaskType.MAP));
    assertIsGone(() -> view.completionEvents(0, 1));
    assertIsGone(() -> view.awaitCompletionEvent(0, 1));
    assertIsGone(() -> remote.job(job.id()));
    assertIsGone(() -> remote.kill(job.id()));
    assertIsGone(() -> remote.endAttempt(job.attempt(TaskType.MAP, 0, 0), true));
  }

  private void assertIsGone(Runnable call) {
    String address = service.address().getHostName() + ":" + service.address().getPort();
    assertThatThrownBy(call::run)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageStartingWith(
            "job_1700000000000_0007: the application master at " + address + " failed a call: ")
        .message()
        .hasLineCount(1);
  }

  @Test
  void theEndOfAJobIsKnownAfterThatOfTheMaster() {
    job.state = JobStatus.State.FAILED;
    job.failureInfo = "a map broke";
    passMillis(50);
    assertThat(view.state()).isEqualTo(JobStatus.State.FAILED);
    service.close();
    passMillis(50);
    assertThat(view.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(remote.job(job.id()).orElseThrow().failureInfo()).isEqualTo("a map broke");
  }

  @Test
  void refusalsOfTheMasterArriveInOneLine() throws IOException {
    jobConf.setBoolean("mapreduce.cluster.acls.enabled", true);
    passMillis(50);
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    assertThatThrownBy(view::state)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageEndingWith(
            " failed a call: User "
                + user
                + " cannot perform operation VIEW_JOB on job_1700000000000_0007");
  }
}
