// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.master;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.mapreduce.JobACL;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.CancelDelegationTokenRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.CancelDelegationTokenResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.FailTaskAttemptRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.FailTaskAttemptResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetCountersRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetCountersResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetDelegationTokenRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetDelegationTokenResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetDiagnosticsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetDiagnosticsResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetJobReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetJobReportResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptCompletionEventsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptCompletionEventsResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportsResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillJobRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillJobResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillTaskAttemptRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillTaskAttemptResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillTaskRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillTaskResponse;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.RenewDelegationTokenRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.RenewDelegationTokenResponse;
import org.apache.hadoop.mapreduce.v2.api.records.JobId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskId;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.util.Records;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.JobAccess;
import org.athanor.engine.job.JobService;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.TaskView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The answers to a client's calls. The report of an unknown job is null, which clients interpret as
 * "no such job"; every other call for something unknown throws an {@code IOException} with the
 * words of Hadoop's application master. Nothing waits: a client may have to share one thread with
 * all others. Thread-safe.
 */
final class MasterProtocol implements MRClientProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(MasterProtocol.class);

  private final JobService jobs;
  private final JobAccess access;
  private final Supplier<InetSocketAddress> address;

  MasterProtocol(JobService jobs, JobAccess access, Supplier<InetSocketAddress> address) {
    this.jobs = jobs;
    this.access = access;
    this.address = address;
  }

  @Override
  public InetSocketAddress getConnectAddress() {
    return address.get();
  }

  // Views

  @Override
  public GetJobReportResponse getJobReport(GetJobReportRequest request) throws IOException {
    Optional<JobView> job = find(request.getJobId(), JobACL.VIEW_JOB);
    GetJobReportResponse response = Records.newRecord(GetJobReportResponse.class);
    job.map(JobReports::of).ifPresent(response::setJobReport);
    return response;
  }

  @Override
  public GetCountersResponse getCounters(GetCountersRequest request) throws IOException {
    JobView job = job(request.getJobId(), JobACL.VIEW_JOB);
    GetCountersResponse response = Records.newRecord(GetCountersResponse.class);
    response.setCounters(TypeConverter.toYarn(job.counters()));
    return response;
  }

  @Override
  public GetTaskReportsResponse getTaskReports(GetTaskReportsRequest request) throws IOException {
    JobView job = job(request.getJobId(), JobACL.VIEW_JOB);
    GetTaskReportsResponse response = Records.newRecord(GetTaskReportsResponse.class);
    response.addAllTaskReports(
        job.tasks(TypeConverter.fromYarn(request.getTaskType())).stream()
            .map(TaskReports::of)
            .toList());
    return response;
  }

  @Override
  public GetTaskReportResponse getTaskReport(GetTaskReportRequest request) throws IOException {
    TaskId id = request.getTaskId();
    TaskView task = task(job(id.getJobId(), JobACL.VIEW_JOB), id);
    GetTaskReportResponse response = Records.newRecord(GetTaskReportResponse.class);
    response.setTaskReport(TaskReports.of(task));
    return response;
  }

  @Override
  public GetTaskAttemptReportResponse getTaskAttemptReport(GetTaskAttemptReportRequest request)
      throws IOException {
    TaskAttemptId id = request.getTaskAttemptId();
    JobView job = job(id.getTaskId().getJobId(), JobACL.VIEW_JOB);
    AttemptView attempt = attempt(job, id);
    GetTaskAttemptReportResponse response = Records.newRecord(GetTaskAttemptReportResponse.class);
    response.setTaskAttemptReport(TaskReports.of(attempt));
    return response;
  }

  @Override
  public GetDiagnosticsResponse getDiagnostics(GetDiagnosticsRequest request) throws IOException {
    TaskAttemptId id = request.getTaskAttemptId();
    AttemptView attempt = attempt(job(id.getTaskId().getJobId(), JobACL.VIEW_JOB), id);
    GetDiagnosticsResponse response = Records.newRecord(GetDiagnosticsResponse.class);
    response.addAllDiagnostics(attempt.diagnostics());
    return response;
  }

  @Override
  public GetTaskAttemptCompletionEventsResponse getTaskAttemptCompletionEvents(
      GetTaskAttemptCompletionEventsRequest request) throws IOException {
    JobView job = job(request.getJobId(), JobACL.VIEW_JOB);
    int from = Math.max(0, request.getFromEventId());
    int max = Math.max(0, request.getMaxEvents());
    GetTaskAttemptCompletionEventsResponse response =
        Records.newRecord(GetTaskAttemptCompletionEventsResponse.class);
    response.addAllCompletionEvents(
        job.completionEvents(from, max).stream().map(JobReports::of).toList());
    return response;
  }

  // Commands

  @Override
  public KillJobResponse killJob(KillJobRequest request) throws IOException {
    JobView job = job(request.getJobId(), JobACL.MODIFY_JOB);
    logCommand("kill", job.id());
    jobs.kill(job.id());
    return Records.newRecord(KillJobResponse.class);
  }

  /**
   * Ends the running attempts of a task as killed. The engine then starts another one; it cannot
   * kill a task for good without its job.
   */
  @Override
  public KillTaskResponse killTask(KillTaskRequest request) throws IOException {
    TaskId id = request.getTaskId();
    TaskView task = task(job(id.getJobId(), JobACL.MODIFY_JOB), id);
    logCommand("kill", task.id());
    for (AttemptView attempt : task.attempts()) {
      if (attempt.isRunning()) {
        jobs.endAttempt(attempt.id(), false);
      }
    }
    return Records.newRecord(KillTaskResponse.class);
  }

  /** Does nothing if the attempt has ended. */
  @Override
  public KillTaskAttemptResponse killTaskAttempt(KillTaskAttemptRequest request)
      throws IOException {
    endAttempt(request.getTaskAttemptId(), false);
    return Records.newRecord(KillTaskAttemptResponse.class);
  }

  /** Does nothing if the attempt has ended. */
  @Override
  public FailTaskAttemptResponse failTaskAttempt(FailTaskAttemptRequest request)
      throws IOException {
    endAttempt(request.getTaskAttemptId(), true);
    return Records.newRecord(FailTaskAttemptResponse.class);
  }

  private void endAttempt(TaskAttemptId id, boolean asFailed) throws IOException {
    AttemptView attempt = attempt(job(id.getTaskId().getJobId(), JobACL.MODIFY_JOB), id);
    logCommand(asFailed ? "fail" : "kill", attempt.id());
    jobs.endAttempt(TypeConverter.fromYarn(id), asFailed);
  }

  private static void logCommand(String command, Object target) throws IOException {
    LOG.info(
        "{} {}, asked by {} at {}",
        command,
        target,
        UserGroupInformation.getCurrentUser(),
        Server.getRemoteAddress());
  }

  // Tokens, which only a history server issues

  @Override
  public GetDelegationTokenResponse getDelegationToken(GetDelegationTokenRequest request)
      throws IOException {
    throw noDelegationTokens("issue");
  }

  @Override
  public RenewDelegationTokenResponse renewDelegationToken(RenewDelegationTokenRequest request)
      throws IOException {
    throw noDelegationTokens("renew");
  }

  @Override
  public CancelDelegationTokenResponse cancelDelegationToken(CancelDelegationTokenRequest request)
      throws IOException {
    throw noDelegationTokens("cancel");
  }

  private static IOException noDelegationTokens(String action) {
    return new IOException("MR AM not authorized to " + action + " delegation token");
  }

  // Look-up

  private Optional<JobView> find(JobId id, JobACL operation) throws IOException {
    Optional<JobView> job = jobs.job(TypeConverter.fromYarn(id));
    if (job.isPresent()) {
      access.check(job.get(), operation);
    }
    return job;
  }

  private JobView job(JobId id, JobACL operation) throws IOException {
    return find(id, operation).orElseThrow(() -> new IOException("Unknown Job " + id));
  }

  private static TaskView task(JobView job, TaskId id) throws IOException {
    List<TaskView> tasks = job.tasks(TypeConverter.fromYarn(id.getTaskType()));
    if (id.getId() < 0 || id.getId() >= tasks.size()) {
      throw new IOException("Unknown Task " + id);
    }
    return tasks.get(id.getId());
  }

  private static AttemptView attempt(JobView job, TaskAttemptId id) throws IOException {
    return task(job, id.getTaskId()).attempts().stream()
        .filter(attempt -> attempt.id().getId() == id.getId())
        .findFirst()
        .orElseThrow(() -> new IOException("Unknown TaskAttempt " + id));
  }
}
