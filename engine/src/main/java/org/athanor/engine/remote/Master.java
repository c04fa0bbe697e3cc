// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocol;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.FailTaskAttemptRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetCountersRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetJobReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptCompletionEventsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskAttemptReportRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.GetTaskReportsRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillJobRequest;
import org.apache.hadoop.mapreduce.v2.api.protocolrecords.KillTaskAttemptRequest;
import org.apache.hadoop.mapreduce.v2.api.records.Counters;
import org.apache.hadoop.mapreduce.v2.api.records.JobReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptCompletionEvent;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptId;
import org.apache.hadoop.mapreduce.v2.api.records.TaskAttemptReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskReport;
import org.apache.hadoop.mapreduce.v2.api.records.TaskType;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.util.Records;

/**
 * Calls of one application master. Each method is one call, and throws {@link UncheckedIOException}
 * if it fails. Thread-safe.
 */
final class Master implements AutoCloseable {
  /** One call. */
  private interface Call<T> {
    T to(MRClientProtocol protocol) throws IOException;
  }

  private final InetSocketAddress address;
  private final Configuration conf;
  private final YarnRPC rpc;
  private final MRClientProtocol protocol;

  Master(InetSocketAddress address, Configuration conf) {
    this.address = address;
    this.conf = new Configuration(conf);
    limitRetries(this.conf);
    rpc = YarnRPC.create(this.conf);
    protocol = (MRClientProtocol) rpc.getProxy(MRClientProtocol.class, address, this.conf);
  }

  /** Lets Hadoop's RPC give up as soon as the clients of Hadoop's own jobs do. */
  private static void limitRetries(Configuration conf) {
    conf.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY,
        conf.getInt(
            MRJobConfig.MR_CLIENT_TO_AM_IPC_MAX_RETRIES,
            MRJobConfig.DEFAULT_MR_CLIENT_TO_AM_IPC_MAX_RETRIES));
    conf.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY,
        conf.getInt(
            MRJobConfig.MR_CLIENT_TO_AM_IPC_MAX_RETRIES_ON_TIMEOUTS,
            MRJobConfig.DEFAULT_MR_CLIENT_TO_AM_IPC_MAX_RETRIES_ON_TIMEOUTS));
  }

  /** Returns the report of a job; empty if the application master does not know it. */
  Optional<JobReport> report(JobID job) {
    GetJobReportRequest request = Records.newRecord(GetJobReportRequest.class);
    request.setJobId(TypeConverter.toYarn(job));
    return Optional.ofNullable(call(job, to -> to.getJobReport(request).getJobReport()));
  }

  Counters counters(JobID job) {
    GetCountersRequest request = Records.newRecord(GetCountersRequest.class);
    request.setJobId(TypeConverter.toYarn(job));
    return call(job, to -> to.getCounters(request).getCounters());
  }

  List<TaskReport> tasks(JobID job, TaskType type) {
    GetTaskReportsRequest request = Records.newRecord(GetTaskReportsRequest.class);
    request.setJobId(TypeConverter.toYarn(job));
    request.setTaskType(type);
    return call(job, to -> to.getTaskReports(request).getTaskReportList());
  }

  TaskAttemptReport attempt(JobID job, TaskAttemptId attempt) {
    GetTaskAttemptReportRequest request = Records.newRecord(GetTaskAttemptReportRequest.class);
    request.setTaskAttemptId(attempt);
    return call(job, to -> to.getTaskAttemptReport(request).getTaskAttemptReport());
  }

  List<TaskAttemptCompletionEvent> events(JobID job, int from, int max) {
    GetTaskAttemptCompletionEventsRequest request =
        Records.newRecord(GetTaskAttemptCompletionEventsRequest.class);
    request.setJobId(TypeConverter.toYarn(job));
    request.setFromEventId(from);
    request.setMaxEvents(max);
    return call(job, to -> to.getTaskAttemptCompletionEvents(request).getCompletionEventList());
  }

  void kill(JobID job) {
    KillJobRequest request = Records.newRecord(KillJobRequest.class);
    request.setJobId(TypeConverter.toYarn(job));
    call(job, to -> to.killJob(request));
  }

  void endAttempt(JobID job, TaskAttemptId attempt, boolean asFailed) {
    if (asFailed) {
      FailTaskAttemptRequest request = Records.newRecord(FailTaskAttemptRequest.class);
      request.setTaskAttemptId(attempt);
      call(job, to -> to.failTaskAttempt(request));
    } else {
      KillTaskAttemptRequest request = Records.newRecord(KillTaskAttemptRequest.class);
      request.setTaskAttemptId(attempt);
      call(job, to -> to.killTaskAttempt(request));
    }
  }

  private <T> T call(JobID job, Call<T> call) {
    try {
      return call.to(protocol);
    } catch (IOException e) {
      throw failure(job, e);
    }
  }

  /**
   * Returns what to throw when a call failed. Of the cause's message it takes the first line, to
   * which Hadoop's RPC appends the stack trace of the other process.
   */
  private UncheckedIOException failure(JobID job, IOException cause) {
    String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return new UncheckedIOException(line(job, "failed a call: " + reason), cause);
  }

  /** Returns one line that says something of the application master. */
  String line(JobID job, String what) {
    return job + ": the application master at " + NetUtils.getHostPortString(address) + " " + what;
  }

  @Override
  public void close() {
    rpc.stopProxy(protocol, conf);
  }
}
