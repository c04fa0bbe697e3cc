// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.ClusterStatus;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.JobQueueInfo;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskReport;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.QueueState;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.mapreduce.tools.CLI;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.token.Token;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the protocol through Hadoop's own client classes, with a fake engine. */
@Timeout(30)
class HadoopClientsTest {
  @TempDir Path work;
  private final FakeEngine engine = new FakeEngine();

  @BeforeEach
  void input() throws IOException {
    FakeEngineProvider.engine = engine;
    Files.writeString(work.resolve("in.txt"), "a\n");
  }

  private JobConf conf() {
    JobConf conf = new JobConf();
    conf.set(MRConfig.FRAMEWORK_NAME, FakeEngineProvider.FRAMEWORK);
    conf.set("hadoop.tmp.dir", work.resolve("tmp").toString());
    return conf;
  }

  private Job newJob() throws IOException {
    Job job = Job.getInstance(conf(), "sort words");
    FileInputFormat.addInputPath(
        job, new org.apache.hadoop.fs.Path(work.resolve("in.txt").toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(work.resolve("out").toUri()));
    return job;
  }

  /** Ends a job as the engine does: its submission is deleted. */
  private void end(FakeJob job, JobStatus.State state) throws IOException {
    job.end(state);
    org.apache.hadoop.fs.Path directory = job.jobFile().getParent();
    FileSystem.getLocal(conf()).delete(directory, true);
  }

  @Test
  void aMasterThatCannotBeReachedIsAnIoException() throws Exception {
    Job job = newJob();
    job.submit();
    engine.unreachable = "the application master at a:1 failed a call: refused";
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            job::getStatus,
            job::getCounters,
            job::killJob,
            () -> job.getTaskReports(TaskType.MAP),
            () -> job.getTaskCompletionEvents(0, 10),
            () -> new Cluster(conf()).getClusterStatus(),
            () -> new Cluster(conf()).getQueues())) {
      assertThatThrownBy(call).isInstanceOf(IOException.class).hasMessage(engine.unreachable);
    }
  }

  @Test
  void aClientThatWaitsForItsJobPollsAtTheShortInterval() throws Exception {
    Job job = newJob();
    job.submit();
    FakeJob fake = engine.only();
    fake.polls = 3;
    assertThat(job.waitForCompletion(true)).isTrue();
    assertThat(Job.getProgressPollInterval(job.getConfiguration()))
        .isEqualTo(ClientDefaults.POLL_MILLIS);
  }

  @Test
  void theEngineGetsTheConfigurationAsSubmitted() throws Exception {
    Job job = newJob();
    job.getConfiguration().set("my.key", "at submission");
    job.submit();
    job.getConfiguration().set("my.key", "changed later");
    assertThat(engine.only().configuration().get("my.key")).isEqualTo("at submission");
    assertThat(engine.only().configuration().getNumMapTasks()).isEqualTo(1);
    assertThat(engine.only().configuration().get("mapreduce.job.dir"))
        .isEqualTo(engine.only().jobFile().getParent().toString())
        .startsWith("file:/");
  }

  @Test
  void submissionsAreReadFromTheirFileWhenTheClientHasAnotherConfiguration() throws Exception {
    Job job = newJob();
    job.getConfiguration().set("my.key", "in the file");
    job.submit();
    org.apache.hadoop.fs.Path directory = engine.only().jobFile().getParent();
    AthanorClientProtocol other =
        new AthanorClientProtocol(engine, conf(), new StagingArea(conf()), new JobFiles());
    org.apache.hadoop.mapreduce.JobID id = other.getNewJobID();
    other.submitJob(id, directory.toString(), new Credentials());
    assertThat(engine.jobs.get(id).configuration().get("my.key")).isEqualTo("in the file");
  }

  @Test
  void aSubmissionWithoutJobFileIsRefused() throws Exception {
    AthanorClientProtocol protocol =
        new AthanorClientProtocol(engine, conf(), new StagingArea(conf()), new JobFiles());
    assertThatThrownBy(
            () ->
                protocol.submitJob(
                    protocol.getNewJobID(), work.toUri().toString(), new Credentials()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("job.xml");
    assertThat(engine.jobs).isEmpty();
  }

  @Test
  void aStatusHasEveryFieldThatClientsPrint() throws Exception {
    Job job = newJob();
    job.submit();
    FakeJob fake = engine.only();
    fake.failure = "map 3 failed";
    fake.history = "file:/h/job.jhist";
    end(fake, JobStatus.State.FAILED);
    JobStatus status = job.getStatus();
    assertThat(status.getUsername()).isEqualTo("anna");
    assertThat(status.getJobName()).isEqualTo("sort words");
    assertThat(status.getQueue()).isEqualTo("default");
    assertThat(status.getSetupProgress()).isEqualTo(1f);
    assertThat(status.getMapProgress()).isEqualTo(0.75f);
    assertThat(status.getReduceProgress()).isEqualTo(0.25f);
    assertThat(status.getCleanupProgress()).isEqualTo(1f);
    assertThat(status.getStartTime()).isEqualTo(600);
    assertThat(status.getFinishTime()).isEqualTo(9000);
    assertThat(status.getFailureInfo()).isEqualTo("map 3 failed");
    assertThat(job.getHistoryUrl()).isEqualTo("file:/h/job.jhist");
    assertThat(job.toString()).contains("Job state: FAILED");
  }

  @Test
  void jobClientFindsAnEndedJobAndItsConfiguration() throws Exception {
    JobClient client = new JobClient(conf());
    Job job = newJob();
    job.getConfiguration().set("my.key", "kept");
    job.submit();
    FakeJob fake = engine.only();
    fake.addMap(TIPStatus.COMPLETE, "java.io.IOException: disk");
    fake.counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).increment(5);
    end(fake, JobStatus.State.SUCCEEDED);

    JobID id = JobID.downgrade(job.getJobID());
    RunningJob running = client.getJob(id);
    assertThat(running.isSuccessful()).isTrue();
    assertThat(running.getConfiguration().get("my.key")).isEqualTo("kept");
    assertThat(running.getCounters().getCounter(TaskCounter.MAP_INPUT_RECORDS)).isEqualTo(5);
    TaskReport[] reports = client.getMapTaskReports(id);
    assertThat(reports).hasSize(1);
    assertThat(reports[0].getDiagnostics()).containsExactly("java.io.IOException: disk");
    assertThat(reports[0].getState()).isEqualTo("reading line 7");
    assertThat(client.getReduceTaskReports(id)).isEmpty();
    assertThat(client.getSetupTaskReports(id)).isEmpty();
    assertThat(running.getTaskDiagnostics(TaskAttemptID.downgrade(fake.attempt(0, 0))))
        .containsExactly("java.io.IOException: disk");
    assertThat(running.getTaskCompletionEvents(0)).hasSize(1);
  }

  @Test
  void countersBelongToTheClientThatAskedForThem() throws Exception {
    Job job = newJob();
    job.submit();
    engine.only().addMap(TIPStatus.COMPLETE, "x");
    job.getCounters().findCounter("mine", "counted").increment(1);
    job.getTaskReports(TaskType.MAP)[0].getTaskCounters().findCounter("mine", "counted");
    assertThat(job.getCounters().getGroup("mine").size()).isZero();
    assertThat(job.getTaskReports(TaskType.MAP)[0].getTaskCounters().getGroup("mine").size())
        .isZero();
  }

  @Test
  void jobReportsNameRunningAndSuccessfulAttempts() throws Exception {
    Job job = newJob();
    job.submit();
    FakeJob fake = engine.only();
    fake.addMap(TIPStatus.RUNNING, "x");
    fake.addMap(TIPStatus.COMPLETE, "x");
    org.apache.hadoop.mapreduce.TaskReport[] reports = job.getTaskReports(TaskType.MAP);
    assertThat(reports[0].getRunningTaskAttemptIds()).containsExactly(fake.attempt(0, 1));
    assertThat(reports[1].getSuccessfulTaskAttemptId()).isEqualTo(fake.attempt(1, 1));
  }

  @Test
  void reportsOfTasksWithoutAStatusTextNameTheStateAsThoseOfYarnDo() throws Exception {
    Job job = newJob();
    job.submit();
    FakeJob fake = engine.only();
    for (TIPStatus status : TIPStatus.values()) {
      fake.addMapWithoutAttempts(status);
    }
    assertThat(job.getTaskReports(TaskType.MAP))
        .extracting(org.apache.hadoop.mapreduce.TaskReport::getState)
        .containsExactly("SCHEDULED", "RUNNING", "SUCCEEDED", "KILLED", "FAILED");
  }

  @Test
  void commandsReachTheEngineWithIdsOfEitherApi() throws Exception {
    JobClient client = new JobClient(conf());
    Job job = newJob();
    job.submit();
    FakeJob fake = engine.only();
    RunningJob running = client.getJob(JobID.downgrade(job.getJobID()));
    running.killTask(TaskAttemptID.downgrade(fake.attempt(0, 1)), true);
    assertThat(engine.ended).isEqualTo(fake.attempt(0, 1) + " failed");
    assertThat(job.killTask(fake.attempt(0, 7), false)).isFalse();
    job.setPriority(JobPriority.HIGH);
    assertThat(job.getPriority()).isEqualTo(JobPriority.HIGH);
    running.killJob();
    assertThat(running.getJobState()).isEqualTo(org.apache.hadoop.mapred.JobStatus.KILLED);
  }

  @Test
  void prioritiesAreNumbersOrNames() throws Exception {
    assertThat(Priorities.parse("5")).isEqualTo(JobPriority.VERY_HIGH);
    assertThat(Priorities.parse("99")).isEqualTo(JobPriority.VERY_HIGH);
    assertThat(Priorities.parse("LOW")).isEqualTo(JobPriority.LOW);
    assertThatThrownBy(() -> Priorities.parse("urgent"))
        .hasMessage(
            "job priority urgent: must be a number from 0 (default) to 5 (very high)"
                + " or one of VERY_HIGH, HIGH, NORMAL, LOW, VERY_LOW, DEFAULT");
  }

  @Test
  void unknownJobsAreNullOrEmptyAndCommandsOnThemFail() throws Exception {
    AthanorClientProtocol protocol =
        new AthanorClientProtocol(engine, conf(), new StagingArea(conf()), new JobFiles());
    JobID unknown = new JobID("123", 4);
    TaskAttemptID attempt = new TaskAttemptID("123", 4, TaskType.MAP, 0, 0);
    assertThat(protocol.getJobStatus(unknown)).isNull();
    assertThat(protocol.getJobCounters(unknown)).isNull();
    assertThat(protocol.getTaskReports(unknown, TaskType.MAP)).isEmpty();
    assertThat(protocol.getTaskCompletionEvents(unknown, 0, 10)).isEmpty();
    assertThat(protocol.getTaskDiagnostics(attempt)).isEmpty();
    assertThatThrownBy(() -> protocol.killJob(unknown))
        .isInstanceOf(IOException.class)
        .hasMessage("job_123_0004: no such job in this process");
    assertThatThrownBy(() -> protocol.killTask(attempt, false)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> protocol.setJobPriority(unknown, "3")).isInstanceOf(IOException.class);
    assertThat(new JobClient(conf()).getJob(unknown)).isNull();
  }

  @Test
  void theEngineLooksLikeAClusterOfOneTracker() throws Exception {
    newJob().submit();
    JobClient client = new JobClient(conf());
    ClusterStatus status = client.getClusterStatus(true);
    assertThat(status.getActiveTrackerNames()).hasSize(1);
    assertThat(client.getClusterStatus().getTaskTrackers()).isEqualTo(1);
    assertThat(status.getMaxReduceTasks()).isEqualTo(4);
    assertThat(status.getMapTasks()).isEqualTo(3);
    assertThat(client.jobsToComplete()).hasSize(1);
    assertThat(client.getSystemDir()).isNotNull();
    assertThat(client.getFs().getUri()).hasScheme("file");
  }

  @Test
  void queuesAreTheDefaultAndThoseThatJobsName() throws Exception {
    Job job = newJob();
    job.getConfiguration().set("mapreduce.job.queuename", "nightly");
    job.submit();
    JobClient client = new JobClient(conf());
    assertThat(client.getQueues())
        .extracting(JobQueueInfo::getQueueName)
        .containsExactly("default", "nightly");
    assertThat(client.getQueueInfo("nightly").getState()).isEqualTo(QueueState.RUNNING);
    assertThat(client.getJobsFromQueue("nightly")).hasSize(1);
    assertThat(client.getJobsFromQueue("default")).isEmpty();
    assertThat(client.getQueueInfo("none")).isNull();
    assertThat(client.getRootQueues()).hasSize(2);
    assertThat(client.getChildQueues("default")).isEmpty();
    Cluster cluster = client.getClusterHandle();
    assertThat(cluster.getQueueAclsForCurrentUser()).hasSize(2);
  }

  @Test
  void tokensCanBeCarriedRenewedAndCancelled() throws Exception {
    JobClient client = new JobClient(conf());
    Token<DelegationTokenIdentifier> token = client.getDelegationToken(new Text("oozie"));
    Credentials credentials = new Credentials();
    credentials.addToken(new Text("mr token"), token);
    assertThat(credentials.numberOfTokens()).isEqualTo(1);
    assertThat(token.isManaged()).isTrue();
    assertThat(token.renew(conf())).isGreaterThan(System.currentTimeMillis());
    assertThat(token.decodeIdentifier().getRenewer()).isEqualTo(new Text("oozie"));
    token.cancel(conf());
  }

  @Test
  void theCommandLineToolServesJobsOfThisProcess() throws Exception {
    Job job = newJob();
    job.submit();
    engine.only().addMap(TIPStatus.RUNNING, "x");
    String id = job.getJobID().toString();
    assertThat(cli("-list")).contains("Total jobs:1", id, "sort words");
    assertThat(cli("-status", id)).contains("Job state: RUNNING");
    assertThat(cli("-events", id, "0", "9")).contains("FAILED");
    assertThat(cli("-list-attempt-ids", id, "MAP", "running")).contains("attempt_");
    assertThat(cli("-logs", id, engine.only().attempt(0, 0).toString()))
        .contains(id + " has not ended");
    assertThat(cli("-list-active-trackers")).isNotBlank();
    assertThat(cli("-kill", id)).contains("Killed job " + id);
  }

  private String cli(String... arguments) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      new CLI(conf()).run(arguments);
    } finally {
      System.setOut(out);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
