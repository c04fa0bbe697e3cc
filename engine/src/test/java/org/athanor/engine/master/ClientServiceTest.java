// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskReport;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.CancelDelegationTokenRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.FailTaskAttemptRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetCountersRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetDelegationTokenRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetDiagnosticsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetJobReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptCompletionEventsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillJobRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillTaskAttemptRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillTaskRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.RenewDelegationTokenRequest;
import org.apache.hadoop.mapreduce.v2.api.records.JobId;
import org.apache.hadoop.mapreduce.v2.api.records.JobReport;
import org.apache.hadoop.mapreduce.v2.api.records.Phase;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptState;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.mapreduce.v2.util.MRBuilderUtils;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.KerberosInfo;
import org.apache.hadoop.security.SecurityInfo;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.security.token.TokenInfo;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenIdentifier;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSecretManager;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSelector;
import org.apache.hadoop.yarn.util.Records;
import org.athanor.engine.EmbeddedEngine;
import org.athanor.engine.job.JobService;
import org.athanor.engine.testing.RecordedJobs;
import org.athanor.engine.testing.SetJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the service over loopback, with the client side of Hadoop's own RPC. */
@Timeout(60)
class ClientServiceTest {
  private static final TaskStatus.State RUNNING = TaskStatus.State.RUNNING;
  private static final TaskStatus.State FAILED = TaskStatus.State.FAILED;
  private static final TaskStatus.State KILLED = TaskStatus.State.KILLED;
  private static final TaskStatus.State SUCCEEDED = TaskStatus.State.SUCCEEDED;
  private static final InetSocketAddress LOOPBACK =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private static final org.apache.hadoop.fs.Path JOB_FILE =
      new org.apache.hadoop.fs.Path("file:/staging/job.xml");

  private final RecordedJobs jobs = new RecordedJobs();
  private final Configuration conf = new Configuration();
  private final JobConf jobConf = new JobConf();
  private SetJob job;
  private JobId id;
  private ClientService service;
  private MRClientProtocol client;

  @BeforeEach
  void serve() throws IOException {
    job = jobs.add(new SetJob(7, JOB_FILE, jobConf));
    id = TypeConverter.toYarn(job.id());
    serve(jobs);
  }

  private void serve(JobService served) throws IOException {
    serve(new ClientService(served, conf, LOOPBACK));
  }

  private void serve(ClientService started) {
    close();
    service = started;
    client = connect();
  }

  private MRClientProtocol connect() {
    return (MRClientProtocol)
        YarnRPC.create(conf).getProxy(MRClientProtocol.class, service.address(), conf);
  }

  private MRClientProtocol connectAs(String user) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"people"})
        .doAs((PrivilegedExceptionAction<MRClientProtocol>) this::connect);
  }

  @AfterEach
  void close() {
    if (service != null) {
      YarnRPC.create(conf).stopProxy(client, conf);
      service.close();
    }
  }

  // Requests

  private static GetJobReportRequest reportOf(JobId job) {
    GetJobReportRequest request = Records.newRecord(GetJobReportRequest.class);
    request.setJobId(job);
    return request;
  }

  private static GetCountersRequest countersOf(JobId job) {
    GetCountersRequest request = Records.newRecord(GetCountersRequest.class);
    request.setJobId(job);
    return request;
  }

  private static GetTaskReportsRequest tasksOf(JobId job, TaskType type) {
    GetTaskReportsRequest request = Records.newRecord(GetTaskReportsRequest.class);
    request.setJobId(job);
    request.setTaskType(TypeConverter.toYarn(type));
    return request;
  }

  private static GetTaskReportRequest reportOf(TaskId task) {
    GetTaskReportRequest request = Records.newRecord(GetTaskReportRequest.class);
    request.setTaskId(task);
    return request;
  }

  private static GetTaskAttemptReportRequest reportOf(TaskAttemptId attempt) {
    GetTaskAttemptReportRequest request = Records.newRecord(GetTaskAttemptReportRequest.class);
    request.setTaskAttemptId(attempt);
    return request;
  }

  private static GetDiagnosticsRequest diagnosticsOf(TaskAttemptId attempt) {
    GetDiagnosticsRequest request = Records.newRecord(GetDiagnosticsRequest.class);
    request.setTaskAttemptId(attempt);
    return request;
  }

  private static GetTaskAttemptCompletionEventsRequest eventsOf(JobId job, int from, int max) {
    GetTaskAttemptCompletionEventsRequest request =
        Records.newRecord(GetTaskAttemptCompletionEventsRequest.class);
    request.setJobId(job);
    request.setFromEventId(from);
    request.setMaxEvents(max);
    return request;
  }

  private static KillJobRequest kill(JobId job) {
    KillJobRequest request = Records.newRecord(KillJobRequest.class);
    request.setJobId(job);
    return request;
  }

  private static KillTaskRequest kill(TaskId task) {
    KillTaskRequest request = Records.newRecord(KillTaskRequest.class);
    request.setTaskId(task);
    return request;
  }

  private static KillTaskAttemptRequest kill(TaskAttemptId attempt) {
    KillTaskAttemptRequest request = Records.newRecord(KillTaskAttemptRequest.class);
    request.setTaskAttemptId(attempt);
    return request;
  }

  private static FailTaskAttemptRequest fail(TaskAttemptId attempt) {
    FailTaskAttemptRequest request = Records.newRecord(FailTaskAttemptRequest.class);
    request.setTaskAttemptId(attempt);
    return request;
  }

  private TaskId task(TaskType type, int task) {
    return MRBuilderUtils.newTaskId(id, task, TypeConverter.toYarn(type));
  }

  private TaskAttemptId attempt(TaskType type, int task, int number) {
    return MRBuilderUtils.newTaskAttemptId(task(type, task), number);
  }

  // Views

  @Test
  void aJobWithoutANameIsCalledAsHadoopCallsIt() throws IOException {
    job.name = "";
    JobReport report = client.getJobReport(reportOf(id)).getJobReport();
    assertThat(report.getJobName()).isEqualTo("<missing job name>");
  }

  @Test
  void hadoopConvertsTheReportOfARunningJobToItsStatus() throws IOException {
    JobReport report = client.getJobReport(reportOf(id)).getJobReport();
    JobStatus status = TypeConverter.fromYarn(report, "http://rm");
    assertThat(status.getJobID()).isEqualTo(job.id());
    assertThat(status.getState()).isEqualTo(JobStatus.State.RUNNING);
    assertThat(status.getUsername()).isEqualTo("anna");
    assertThat(status.getJobName()).isEqualTo("sort words");
    assertThat(status.getPriority()).isEqualTo(JobPriority.HIGH);
    assertThat(status.getSetupProgress()).isEqualTo(1);
    assertThat(status.getMapProgress()).isEqualTo(0.75f);
    assertThat(status.getReduceProgress()).isEqualTo(0.25f);
    assertThat(status.getCleanupProgress()).isEqualTo(0.125f);
    assertThat(status.getStartTime()).isEqualTo(600);
    assertThat(status.getFinishTime()).isZero();
    assertThat(status.getJobFile()).isEqualTo("file:/staging/job.xml");
    assertThat(status.getFailureInfo()).isEmpty();
    assertThat(report.getSubmitTime()).isEqualTo(500);
    assertThat(report.isUber()).isFalse();
    assertThat(report.getTrackingUrl()).isNullOrEmpty();
  }

  @Test
  void theReportNamesTheContainerWhereTheJobsLogsAre() throws IOException {
    assertThat(client.getJobReport(reportOf(id)).getJobReport().getAMInfos())
        .singleElement()
        .satisfies(
            master -> {
              assertThat(master.getContainerId())
                  .hasToString("container_1700000000000_0007_01_000001");
              assertThat(master.getNodeManagerHost()).isEqualTo(NetUtils.getLocalHostname());
            });
  }

  @Test
  void hadoopConvertsTheReportsOfEndedJobsToTheirStatus() throws IOException {
    job.finishTime = 9000;
    job.failureInfo = "a map broke";
    job.historyFile = "file:/history/job.jhist";
    for (JobStatus.State end :
        List.of(
            JobStatus.State.PREP,
            JobStatus.State.SUCCEEDED,
            JobStatus.State.FAILED,
            JobStatus.State.KILLED)) {
      job.state = end;
      JobStatus status =
          TypeConverter.fromYarn(client.getJobReport(reportOf(id)).getJobReport(), "");
      assertThat(status.getState()).isEqualTo(end);
      assertThat(status.getFinishTime()).isEqualTo(9000);
      assertThat(status.getFailureInfo()).isEqualTo("a map broke");
      assertThat(status.getHistoryFile()).isEqualTo("file:/history/job.jhist");
    }
  }

  @Test
  void countersArriveAsTheyAre() throws IOException {
    job.counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(Long.MAX_VALUE);
    job.counters.findCounter("Mine", "tea").setValue(3);
    Counters counters = TypeConverter.fromYarn(client.getCounters(countersOf(id)).getCounters());
    assertThat(counters).isEqualTo(job.counters);
    assertThat(counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getDisplayName())
        .isEqualTo("Map input records");
  }

  @Test
  void hadoopConvertsReportsOfTasks() throws IOException {
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, FAILED, SUCCEEDED);
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, FAILED, RUNNING);
    job.addTask(TaskType.MAP, TIPStatus.PENDING);
    job.addTask(TaskType.REDUCE, TIPStatus.KILLED, KILLED);
    job.addTask(TaskType.REDUCE, TIPStatus.FAILED, FAILED);

    List<TaskReport> maps = reports(TaskType.MAP);
    assertThat(maps)
        .extracting(TaskReport::getCurrentStatus)
        .containsExactly(TIPStatus.COMPLETE, TIPStatus.RUNNING, TIPStatus.PENDING);
    assertThat(maps.get(0).getSuccessfulTaskAttemptId()).isEqualTo(job.attempt(TaskType.MAP, 0, 1));
    assertThat(maps.get(0).getRunningTaskAttemptIds()).isEmpty();
    assertThat(maps.get(0).getDiagnostics())
        .containsExactly("attempt_1700000000000_0007_m_000000_0 broke");
    assertThat(maps.get(0).getStartTime()).isEqualTo(1000);
    assertThat(maps.get(0).getFinishTime()).isEqualTo(2000);
    assertThat(maps.get(0).getProgress()).isEqualTo(0.5f);
    assertThat(maps.get(1).getTaskId())
        .isEqualTo(job.attempt(TaskType.MAP, 1, 0).getTaskID().toString());
    assertThat(maps.get(1).getRunningTaskAttemptIds())
        .containsExactly(job.attempt(TaskType.MAP, 1, 1));
    assertThat(maps.get(1).getTaskCounters().findCounter("task", "number").getValue()).isOne();
    assertThat(reports(TaskType.REDUCE))
        .extracting(TaskReport::getCurrentStatus)
        .containsExactly(TIPStatus.KILLED, TIPStatus.FAILED);
  }

  private List<TaskReport> reports(TaskType type) throws IOException {
    return TypeConverter.fromYarn(client.getTaskReports(tasksOf(id, type)).getTaskReportList());
  }

  @Test
  void oneTaskHasTheReportThatItHasInTheList() throws IOException {
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, SUCCEEDED);
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, FAILED, RUNNING);
    org.apache.hadoop.mapreduce.v2.api.records.TaskReport report =
        client.getTaskReport(reportOf(task(TaskType.MAP, 1))).getTaskReport();
    assertThat(TypeConverter.fromYarn(report)).isEqualTo(reports(TaskType.MAP).get(1));
  }

  @Test
  void theReportOfAnAttemptIsComplete() throws IOException {
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, SUCCEEDED);
    job.addTask(TaskType.REDUCE, TIPStatus.RUNNING, FAILED, RUNNING);
    TaskAttemptReport failed =
        client
            .getTaskAttemptReport(reportOf(attempt(TaskType.REDUCE, 0, 0)))
            .getTaskAttemptReport();
    assertThat(failed.getTaskAttemptId()).isEqualTo(attempt(TaskType.REDUCE, 0, 0));
    assertThat(failed.getTaskAttemptState()).isEqualTo(TaskAttemptState.FAILED);
    assertThat(failed.getPhase()).isEqualTo(Phase.REDUCE);
    assertThat(failed.getProgress()).isEqualTo(0.25f);
    assertThat(failed.getStateString()).isEqualTo("line 0");
    assertThat(failed.getStartTime()).isEqualTo(1000);
    assertThat(failed.getShuffleFinishTime()).isEqualTo(1100);
    assertThat(failed.getSortFinishTime()).isEqualTo(1200);
    assertThat(failed.getFinishTime()).isEqualTo(1300);
    assertThat(failed.getDiagnosticInfo()).isEqualTo("attempt_1700000000000_0007_r_000000_0 broke");
    assertThat(failed.getContainerId()).hasToString("container_1700000000000_0007_01_000042");
    assertThat(failed.getNodeManagerHost()).isEqualTo("node0");
    assertThat(failed.getNodeManagerPort()).isEqualTo(8041);
    assertThat(failed.getNodeManagerHttpPort()).isEqualTo(8042);

    TaskAttemptReport running =
        client
            .getTaskAttemptReport(reportOf(attempt(TaskType.REDUCE, 0, 1)))
            .getTaskAttemptReport();
    assertThat(running.getTaskAttemptState()).isEqualTo(TaskAttemptState.RUNNING);
    Counters counters = TypeConverter.fromYarn(running.getCounters());
    assertThat(counters.findCounter("attempt", "number").getValue()).isOne();
  }

  @Test
  void diagnosticsAreThoseOfOneAttempt() throws IOException {
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, FAILED, FAILED, RUNNING);
    assertThat(
            client.getDiagnostics(diagnosticsOf(attempt(TaskType.MAP, 0, 1))).getDiagnosticsList())
        .containsExactly("attempt_1700000000000_0007_m_000000_1 broke");
    assertThat(
            client.getDiagnostics(diagnosticsOf(attempt(TaskType.MAP, 0, 2))).getDiagnosticsList())
        .isEmpty();
  }

  @Test
  void completionEventsComeInPages() throws IOException {
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, FAILED, KILLED, SUCCEEDED);
    job.addTask(TaskType.REDUCE, TIPStatus.COMPLETE, SUCCEEDED);
    TaskCompletionEvent[] first = events(0, 3);
    assertThat(first).extracting(TaskCompletionEvent::getEventId).containsExactly(0, 1, 2);
    assertThat(first)
        .extracting(TaskCompletionEvent::getTaskStatus)
        .containsExactly(
            TaskCompletionEvent.Status.FAILED,
            TaskCompletionEvent.Status.KILLED,
            TaskCompletionEvent.Status.SUCCEEDED);
    assertThat(first[2].getTaskAttemptId()).isEqualTo(job.attempt(TaskType.MAP, 0, 2));
    assertThat(first[2].isMapTask()).isTrue();
    assertThat(first[2].getTaskTrackerHttp()).isEqualTo("http://h");
    assertThat(
            client
                .getTaskAttemptCompletionEvents(eventsOf(id, 2, 1))
                .getCompletionEvent(0)
                .getAttemptRunTime())
        .isEqualTo(300);
    assertThat(events(3, 3))
        .extracting(TaskCompletionEvent::getTaskAttemptId)
        .containsExactly(
            org.apache.hadoop.mapred.TaskAttemptID.downgrade(job.attempt(TaskType.REDUCE, 0, 0)));
    assertThat(events(4, 3)).isEmpty();
    assertThat(events(0, 0)).isEmpty();
    assertThat(events(-1, -1)).isEmpty();
  }

  private TaskCompletionEvent[] events(int from, int max) throws IOException {
    return TypeConverter.fromYarn(
        client
            .getTaskAttemptCompletionEvents(eventsOf(id, from, max))
            .getCompletionEventList()
            .toArray(new org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent[0]));
  }

  // Commands

  @Test
  void commandsReachTheEngine() throws IOException {
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, FAILED, RUNNING);
    client.killTaskAttempt(kill(attempt(TaskType.MAP, 0, 1)));
    client.failTaskAttempt(fail(attempt(TaskType.MAP, 0, 1)));
    client.killJob(kill(id));
    assertThat(jobs.commands())
        .containsExactly(
            "kill attempt_1700000000000_0007_m_000000_1",
            "fail attempt_1700000000000_0007_m_000000_1",
            "kill job_1700000000000_0007");
  }

  @Test
  void killingATaskEndsItsRunningAttempts() throws IOException {
    job.addTask(TaskType.REDUCE, TIPStatus.RUNNING, FAILED, RUNNING, RUNNING);
    client.killTask(kill(task(TaskType.REDUCE, 0)));
    assertThat(jobs.commands())
        .containsExactly(
            "kill attempt_1700000000000_0007_r_000000_1",
            "kill attempt_1700000000000_0007_r_000000_2");
  }

  // What does not exist

  @Test
  void theReportOfAnUnknownJobIsNull() throws IOException {
    JobId unknown = MRBuilderUtils.newJobId(1700000000000L, 8, 8);
    assertThat(client.getJobReport(reportOf(unknown)).getJobReport()).isNull();
  }

  @Test
  void otherCallsForAnUnknownJobThrow() {
    id = MRBuilderUtils.newJobId(1700000000000L, 8, 8);
    String error = "Unknown Job job_1700000000000_0008";
    assertFails(() -> client.getCounters(countersOf(id)), error);
    assertFails(() -> client.getTaskReports(tasksOf(id, TaskType.MAP)), error);
    assertFails(() -> client.getTaskAttemptCompletionEvents(eventsOf(id, 0, 1)), error);
    assertFails(() -> client.getTaskReport(reportOf(task(TaskType.MAP, 0))), error);
    assertFails(() -> client.getTaskAttemptReport(reportOf(attempt(TaskType.MAP, 0, 0))), error);
    assertFails(() -> client.getDiagnostics(diagnosticsOf(attempt(TaskType.MAP, 0, 0))), error);
    assertFails(() -> client.killJob(kill(id)), error);
    assertFails(() -> client.killTask(kill(task(TaskType.MAP, 0))), error);
    assertFails(() -> client.killTaskAttempt(kill(attempt(TaskType.MAP, 0, 0))), error);
    assertFails(() -> client.failTaskAttempt(fail(attempt(TaskType.MAP, 0, 0))), error);
  }

  @Test
  void callsForUnknownTasksThrow() {
    job.addTask(TaskType.MAP, TIPStatus.PENDING);
    String task = "Unknown Task task_1700000000000_0007_m_000001";
    assertFails(() -> client.getTaskReport(reportOf(task(TaskType.MAP, 1))), task);
    assertFails(() -> client.killTask(kill(task(TaskType.MAP, 1))), task);
    assertFails(
        () -> client.killTask(kill(task(TaskType.REDUCE, 0))),
        "Unknown Task task_1700000000000_0007_r_000000");
    String attempt = "Unknown TaskAttempt attempt_1700000000000_0007_m_000000_0";
    assertFails(() -> client.getTaskAttemptReport(reportOf(attempt(TaskType.MAP, 0, 0))), attempt);
    assertFails(() -> client.getDiagnostics(diagnosticsOf(attempt(TaskType.MAP, 0, 0))), attempt);
    assertFails(() -> client.killTaskAttempt(kill(attempt(TaskType.MAP, 0, 0))), attempt);
    assertFails(() -> client.failTaskAttempt(fail(attempt(TaskType.MAP, 0, 0))), attempt);
    assertThat(jobs.commands()).isEmpty();
  }

  @Test
  void delegationTokensAreRefused() {
    GetDelegationTokenRequest get = Records.newRecord(GetDelegationTokenRequest.class);
    get.setRenewer("yarn");
    assertFails(
        () -> client.getDelegationToken(get), "MR AM not authorized to issue delegation token");
    Token token = Token.newInstance(new byte[0], "kind", new byte[0], "service");
    RenewDelegationTokenRequest renew = Records.newRecord(RenewDelegationTokenRequest.class);
    renew.setDelegationToken(token);
    assertFails(
        () -> client.renewDelegationToken(renew), "MR AM not authorized to renew delegation token");
    CancelDelegationTokenRequest cancel = Records.newRecord(CancelDelegationTokenRequest.class);
    cancel.setDelegationToken(token);
    assertFails(
        () -> client.cancelDelegationToken(cancel),
        "MR AM not authorized to cancel delegation token");
  }

  private interface Call {
    void run() throws IOException;
  }

  /** Checks the message, to which Hadoop's RPC appends the server's stack trace. */
  private static void assertFails(Call call, String message) {
    assertThatThrownBy(call::run)
        .isExactlyInstanceOf(IOException.class)
        .hasMessageStartingWith(message + "\n\tat org.athanor.engine.master");
  }

  // Who may call

  @Test
  void everyoneMayDoEverythingWithoutAccessLists() throws Exception {
    jobConf.set("mapreduce.job.acl-view-job", "nobody");
    assertThat(connectAs("carl").getJobReport(reportOf(id)).getJobReport()).isNotNull();
  }

  @Test
  void jobsNameThoseWhoMayViewAndThoseWhoMayChangeThem() throws Exception {
    jobConf.setBoolean("mapreduce.cluster.acls.enabled", true);
    jobConf.set("mapreduce.job.acl-view-job", "vera");
    jobConf.set("mapreduce.job.acl-modify-job", "max");
    assertMayView("vera", "anna");
    assertMayNotView("carl", "max");
    assertMayKill("max", "anna");
    assertMayNotKill("carl", "vera");
  }

  @Test
  void accessListsMayNameGroups() throws Exception {
    jobConf.setBoolean("mapreduce.cluster.acls.enabled", true);
    jobConf.set("mapreduce.job.acl-modify-job", " people");
    assertMayKill("carl");
    assertMayNotView("carl");
  }

  @Test
  void administratorsOfTheClusterMayDoEverything() throws Exception {
    conf.setBoolean("mapreduce.cluster.acls.enabled", true);
    conf.set("mapreduce.cluster.administrators", "ada");
    jobConf.set("mapreduce.cluster.administrators", "carl");
    serve(jobs);
    assertMayView("ada", "anna");
    assertMayKill("ada", "anna");
    assertMayNotView("carl");
    assertMayNotKill("carl");
  }

  @Test
  void everyCallIsChecked() throws Exception {
    jobConf.setBoolean("mapreduce.cluster.acls.enabled", true);
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, RUNNING);
    MRClientProtocol carl = connectAs("carl");
    TaskId task = task(TaskType.MAP, 0);
    TaskAttemptId attempt = attempt(TaskType.MAP, 0, 0);
    assertDenied(() -> carl.getCounters(countersOf(id)), "VIEW_JOB");
    assertDenied(() -> carl.getTaskReports(tasksOf(id, TaskType.MAP)), "VIEW_JOB");
    assertDenied(() -> carl.getTaskAttemptCompletionEvents(eventsOf(id, 0, 1)), "VIEW_JOB");
    assertDenied(() -> carl.getTaskReport(reportOf(task)), "VIEW_JOB");
    assertDenied(() -> carl.getTaskAttemptReport(reportOf(attempt)), "VIEW_JOB");
    assertDenied(() -> carl.getDiagnostics(diagnosticsOf(attempt)), "VIEW_JOB");
    assertDenied(() -> carl.killTask(kill(task)), "MODIFY_JOB");
    assertDenied(() -> carl.killTaskAttempt(kill(attempt)), "MODIFY_JOB");
    assertDenied(() -> carl.failTaskAttempt(fail(attempt)), "MODIFY_JOB");
    assertThat(jobs.commands()).isEmpty();
  }

  private void assertMayView(String... users) throws Exception {
    for (String user : users) {
      assertThat(connectAs(user).getJobReport(reportOf(id)).getJobReport()).isNotNull();
    }
  }

  private void assertMayNotView(String... users) throws Exception {
    for (String user : users) {
      MRClientProtocol denied = connectAs(user);
      assertDenied(user, () -> denied.getJobReport(reportOf(id)), "VIEW_JOB");
    }
  }

  private void assertMayKill(String... users) throws Exception {
    for (String user : users) {
      int before = jobs.commands().size();
      connectAs(user).killJob(kill(id));
      assertThat(jobs.commands()).hasSize(before + 1);
    }
  }

  private void assertMayNotKill(String... users) throws Exception {
    List<String> before = jobs.commands();
    for (String user : users) {
      MRClientProtocol denied = connectAs(user);
      assertDenied(user, () -> denied.killJob(kill(id)), "MODIFY_JOB");
    }
    assertThat(jobs.commands()).isEqualTo(before);
  }

  private static void assertDenied(Call call, String operation) {
    assertDenied("carl", call, operation);
  }

  /** Checks also for the exception after which Hadoop's client does not ask again. */
  private static void assertDenied(String user, Call call, String operation) {
    assertThatThrownBy(call::run)
        .isInstanceOf(AccessControlException.class)
        .isInstanceOf(AuthorizationException.class)
        .hasMessage(
            "User "
                + user
                + " cannot perform operation "
                + operation
                + " on job_1700000000000_0007\n");
  }

  @Test
  void thePolicyOfTheClusterSaysWhoMayConnect() throws Exception {
    conf.setBoolean("hadoop.security.authorization", true);
    conf.set("security.job.client.protocol.acl", "vera");
    serve(jobs);
    assertMayView("vera");
    MRClientProtocol carl = connectAs("carl");
    assertThatThrownBy(() -> carl.getJobReport(reportOf(id)))
        .isInstanceOf(AuthorizationException.class)
        .hasMessageContaining("User carl")
        .hasMessageContaining("is not authorized for protocol");
  }

  /** Security of the kind "token" needs no Kerberos. */
  @Test
  void securityNeedsASecretManager() {
    Configuration secure = new Configuration();
    secure.set("hadoop.security.authentication", "token");
    UserGroupInformation.setConfiguration(secure);
    try {
      assertThatThrownBy(() -> new ClientService(jobs, conf, LOOPBACK).close())
          .isExactlyInstanceOf(IOException.class)
          .hasMessage(
              "job clients on "
                  + LOOPBACK
                  + ": security is enabled, so the service needs a secret manager for their"
                  + " tokens");
    } finally {
      UserGroupInformation.setConfiguration(new Configuration());
    }
  }

  @Test
  void aClientWithATokenOfTheMasterIsTheTokensUser() throws Exception {
    jobConf.setBoolean("mapreduce.cluster.acls.enabled", true);
    ApplicationAttemptId attempt =
        ApplicationAttemptId.newInstance(ApplicationId.newInstance(1700000000000L, 7), 1);
    ClientToAMTokenSecretManager tokens = new ClientToAMTokenSecretManager(attempt, null);
    byte[] key = "a key of the resource manager".getBytes(StandardCharsets.UTF_8);
    tokens.setMasterKey(key);
    serve(new ClientService(jobs, conf, LOOPBACK, tokens));
    SecurityUtil.setSecurityInfoProviders(new TokensOfMasters());
    try {
      ClientToAMTokenSecretManager right = new ClientToAMTokenSecretManager(attempt, key);
      MRClientProtocol anna = connectWithToken("anna", attempt, right);
      assertThat(anna.getJobReport(reportOf(id)).getJobReport()).isNotNull();

      byte[] guess = "a guess".getBytes(StandardCharsets.UTF_8);
      ClientToAMTokenSecretManager wrong = new ClientToAMTokenSecretManager(attempt, guess);
      MRClientProtocol forged = connectWithToken("anna", attempt, wrong);
      assertThatThrownBy(() -> forged.getJobReport(reportOf(id)))
          .isInstanceOf(IOException.class)
          .hasStackTraceContaining("SaslException");
    } finally {
      SecurityUtil.setSecurityInfoProviders();
    }
  }

  /** Connects as carl, who has a token for another user. */
  private MRClientProtocol connectWithToken(
      String user, ApplicationAttemptId attempt, ClientToAMTokenSecretManager issuer)
      throws Exception {
    var token =
        new org.apache.hadoop.security.token.Token<>(
            new ClientToAMTokenIdentifier(attempt, user), issuer);
    SecurityUtil.setTokenService(token, service.address());
    UserGroupInformation carl = UserGroupInformation.createRemoteUser("carl");
    carl.addToken(token);
    return carl.doAs((PrivilegedExceptionAction<MRClientProtocol>) this::connect);
  }

  /** Says that clients of application masters select tokens; on a cluster, Hadoop's jars do. */
  private static final class TokensOfMasters extends SecurityInfo {
    @Override
    public KerberosInfo getKerberosInfo(Class<?> protocol, Configuration conf) {
      return null;
    }

    @Override
    public TokenInfo getTokenInfo(Class<?> protocol, Configuration conf) {
      return Selecting.class.getAnnotation(TokenInfo.class);
    }

    @TokenInfo(ClientToAMTokenSelector.class)
    private interface Selecting {}
  }

  // The server

  @Test
  void aClosedServiceRefusesConnections() throws IOException {
    InetSocketAddress address = service.address();
    try (Socket open = new Socket(address.getAddress(), address.getPort())) {
      assertThat(open.isConnected()).isTrue();
    }
    service.close();
    service.close();
    awaitRefusal(address);
  }

  /** Hadoop's server closes its port on a thread of its own. The test's time-out is the limit. */
  private static void awaitRefusal(InetSocketAddress address) throws IOException {
    while (true) {
      try (Socket open = new Socket(address.getAddress(), address.getPort())) {
        assertThat(open.getPort()).isEqualTo(address.getPort());
      } catch (ConnectException e) {
        return;
      } catch (SocketException closedMeanwhile) {
        assertThat(closedMeanwhile).hasMessageContaining("reset");
      }
    }
  }

  @Test
  void theServiceTakesAPortOfTheRange() throws IOException {
    int free = service.address().getPort();
    service.close();
    awaitRefusal(service.address());
    conf.set("yarn.app.mapreduce.am.job.client.port-range", free + "-" + free);
    serve(jobs);
    assertThat(service.address().getPort()).isEqualTo(free);
    assertThat(client.getJobReport(reportOf(id)).getJobReport()).isNotNull();
  }

  @Test
  void aPortThatIsInUseIsAnError() throws IOException {
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress bind =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), used.getLocalPort());
      assertThatThrownBy(() -> new ClientService(jobs, conf, bind).close())
          .isExactlyInstanceOf(IOException.class)
          .hasMessage(
              "job clients on "
                  + bind
                  + ": cannot listen there (yarn.app.mapreduce.am.job.client.port-range=)");
    }
  }

  // With the engine

  @Test
  void aRealJobIsServedAsTheEngineShowsIt(@TempDir Path root) throws Exception {
    Files.writeString(Files.createDirectory(root.resolve("in")).resolve("a"), "x\ny\n");
    Job real = Job.getInstance(engineConf(root), "real");
    FileInputFormat.addInputPath(real, hadoopPath(root.resolve("in")));
    FileOutputFormat.setOutputPath(real, hadoopPath(root.resolve("out")));
    assertThat(real.waitForCompletion(false)).isTrue();
    serve(EmbeddedEngine.get());
    id = TypeConverter.toYarn(real.getJobID());

    JobStatus status = TypeConverter.fromYarn(client.getJobReport(reportOf(id)).getJobReport(), "");
    assertThat(status.getState()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(status.getJobName()).isEqualTo("real");
    assertThat(status.getFinishTime()).isEqualTo(real.getFinishTime());
    assertThat(TypeConverter.fromYarn(client.getCounters(countersOf(id)).getCounters()))
        .isEqualTo(real.getCounters());
    assertThat(events(0, 10))
        .extracting(event -> event.getTaskAttemptId().toString())
        .containsExactlyElementsOf(
            Arrays.stream(real.getTaskCompletionEvents(0, 10))
                .map(event -> event.getTaskAttemptId().toString())
                .toList());
    for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
      assertThat(reports(type))
          .extracting(TaskReport::getTaskId, TaskReport::getTaskCounters)
          .containsExactlyElementsOf(
              Arrays.stream(real.getTaskReports(type))
                  .map(report -> tuple(report.getTaskId(), report.getTaskCounters()))
                  .toList());
      TaskAttemptReport attempt =
          client.getTaskAttemptReport(reportOf(attempt(type, 0, 0))).getTaskAttemptReport();
      assertThat(attempt.getTaskAttemptState()).isEqualTo(TaskAttemptState.SUCCEEDED);
    }
  }

  private static Configuration engineConf(Path root) {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", "athanor");
    conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
    conf.set("mapreduce.cluster.local.dir", root.resolve("local").toString());
    conf.set("yarn.app.mapreduce.am.staging-dir", root.resolve("staging").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", root.resolve("staging").toString());
    conf.set("athanor.pool.size", "8m");
    conf.set("athanor.buffer.size", "4k");
    conf.setInt("athanor.threads", 2);
    conf.setBoolean("athanor.history.enabled", false);
    return conf;
  }

  private static org.apache.hadoop.fs.Path hadoopPath(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }
}
