// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.ClientServiceDelegate;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.ResourceMgrDelegate;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.v2.LogParams;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Records;
import org.athanor.engine.testing.RecordedJobs;
import org.athanor.engine.testing.SetJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests the service with the class by which Hadoop's own {@code Job} and {@code mapred job} ask the
 * application master of a job on YARN.
 */
@Timeout(60)
class StockClientTest {
  private final RecordedJobs jobs = new RecordedJobs();
  private final JobConf jobConf = new JobConf();
  private SetJob job;
  private ClientService service;
  private final OneApplication cluster = new OneApplication();
  private ClientServiceDelegate client;

  /** A resource manager that knows one running application, which is the service's. */
  private final class OneApplication extends ResourceMgrDelegate {
    OneApplication() {
      super(new YarnConfiguration());
    }

    @Override
    public ApplicationReport getApplicationReport(ApplicationId id) {
      ApplicationReport report = Records.newRecord(ApplicationReport.class);
      report.setApplicationId(id);
      report.setUser("anna");
      report.setYarnApplicationState(YarnApplicationState.RUNNING);
      report.setFinalApplicationStatus(FinalApplicationStatus.UNDEFINED);
      report.setHost(service.address().getHostName());
      report.setRpcPort(service.address().getPort());
      report.setTrackingUrl("http://tracking");
      return report;
    }
  }

  @BeforeEach
  void serve() throws IOException {
    job = jobs.add(new SetJob(7, new Path("file:/staging/job.xml"), jobConf));
    service =
        new ClientService(
            jobs, new Configuration(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    client = connect(job.id());
  }

  private ClientServiceDelegate connect(JobID id) {
    return new ClientServiceDelegate(new Configuration(), cluster, id, null);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    cluster.stop();
    service.close();
  }

  @Test
  void itSeesTheStatus() throws IOException {
    JobStatus status = client.getJobStatus(job.id());
    assertThat(status.getState()).isEqualTo(JobStatus.State.RUNNING);
    assertThat(status.getMapProgress()).isEqualTo(0.75f);
    assertThat(status.getJobFile()).isEqualTo("file:/staging/job.xml");
    assertThat(status.getTrackingUrl()).isEqualTo("http://tracking");
  }

  @Test
  void itSeesCountersTasksEventsAndDiagnostics() throws Exception {
    job.counters.findCounter("Mine", "tea").setValue(3);
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, TaskStatus.State.FAILED, TaskStatus.State.RUNNING);
    assertThat(client.getJobCounters(job.id())).isEqualTo(job.counters);
    assertThat(client.getTaskReports(job.id(), TaskType.MAP))
        .singleElement()
        .satisfies(task -> assertThat(task.getCurrentStatus()).isEqualTo(TIPStatus.RUNNING));
    assertThat(client.getTaskReports(job.id(), TaskType.REDUCE)).isEmpty();
    assertThat(client.getTaskCompletionEvents(job.id(), 0, 10))
        .extracting(TaskCompletionEvent::getStatus)
        .containsExactly(TaskCompletionEvent.Status.FAILED);
    assertThat(client.getTaskDiagnostics(job.attempt(TaskType.MAP, 0, 0)))
        .containsExactly("attempt_1700000000000_0007_m_000000_0 broke");
  }

  @Test
  void itsCommandsReachTheEngine() throws IOException {
    job.addTask(TaskType.MAP, TIPStatus.RUNNING, TaskStatus.State.RUNNING);
    assertThat(client.killTask(job.attempt(TaskType.MAP, 0, 0), false)).isTrue();
    assertThat(client.killTask(job.attempt(TaskType.MAP, 0, 0), true)).isTrue();
    assertThat(client.killJob(job.id())).isTrue();
    assertThat(jobs.commands())
        .containsExactly(
            "kill attempt_1700000000000_0007_m_000000_0",
            "fail attempt_1700000000000_0007_m_000000_0",
            "kill job_1700000000000_0007");
  }

  @Test
  void itFindsTheLogsOfAnEndedJob() throws IOException {
    job.addTask(TaskType.MAP, TIPStatus.COMPLETE, TaskStatus.State.SUCCEEDED);
    job.state = JobStatus.State.SUCCEEDED;
    LogParams ofJob = client.getLogFilePath(job.id(), null);
    assertThat(ofJob.getContainerId()).isEqualTo("container_1700000000000_0007_01_000001");
    assertThat(ofJob.getOwner()).isEqualTo("anna");
    LogParams ofMap = client.getLogFilePath(job.id(), job.attempt(TaskType.MAP, 0, 0));
    assertThat(ofMap.getContainerId()).isEqualTo("container_1700000000000_0007_01_000042");
    assertThat(ofMap.getApplicationId()).isEqualTo("application_1700000000000_0007");
  }

  @Test
  void anUnknownJobHasNoStatus() throws IOException {
    JobID unknown = new JobID("1700000000000", 8);
    ClientServiceDelegate other = connect(unknown);
    assertThat(other.getJobStatus(unknown)).isNull();
    other.close();
  }

  @Test
  void aRefusalEndsTheCall() throws Exception {
    jobConf.setBoolean("mapreduce.cluster.acls.enabled", true);
    UserGroupInformation carl =
        UserGroupInformation.createUserForTesting("carl", new String[] {"people"});
    PrivilegedExceptionAction<JobStatus> status = () -> connect(job.id()).getJobStatus(job.id());
    assertThatThrownBy(() -> carl.doAs(status))
        .isInstanceOf(IOException.class)
        .hasCauseInstanceOf(AuthorizationException.class)
        .hasMessageContaining("User carl cannot perform operation VIEW_JOB");
  }
}
