// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.master.ClientService;
import org.athanor.engine.testing.RecordedJobs;
import org.athanor.engine.testing.SetJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests jobs of a session with the service that its master has, over loopback. */
@Tag("short")
@Timeout(60)
class SessionJobTest {
  @TempDir Path staging;
  private final JobConf conf = new JobConf();
  private final FakeResourceManager manager = new FakeResourceManager();
  private final RecordedJobs jobs = new RecordedJobs();
  private ClientService master;
  private YarnEngine engine;
  private SetJob job;
  private JobView view;

  @BeforeEach
  void submit() throws IOException {
    conf.set("yarn.app.mapreduce.am.staging-dir", staging.toUri().toString());
    conf.set("yarn.app.mapreduce.client-am.ipc.max-retries", "0");
    master =
        new ClientService(jobs, conf, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    manager.masterPort = master.address().getPort();
    engine = new YarnEngine(conf, manager, (locator, secret, session) -> new FakeLink(secret));
    job = jobs.add(new SetJob(1, new org.apache.hadoop.fs.Path("/job.xml"), conf));
    view = submitNext();
    assertThat(view.id()).isEqualTo(job.id());
  }

  private JobView submitNext() throws IOException {
    return engine.submit(
        new SubmittedJob(
            engine.newJobId(),
            new org.apache.hadoop.fs.Path(staging.resolve("submission").toUri()),
            conf,
            new Credentials(),
            UserGroupInformation.getCurrentUser()));
  }

  @AfterEach
  void end() {
    engine.close();
    master.close();
  }

  private void endSession() {
    master.close();
    manager.states.clear();
    manager.states.add(YarnApplicationState.FINISHED);
  }

  private void endJob(JobStatus.State state) throws InterruptedException {
    job.counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(12);
    job.finishTime = 9000;
    job.state = state;
    while (view.state() != state) {
      Thread.sleep(10); // a report is kept for a moment
    }
  }

  @Test
  void theCountersOfAnEndedJobOutliveItsSession() throws Exception {
    endJob(JobStatus.State.SUCCEEDED);
    endSession();
    Counters counters = view.counters();
    assertThat(counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(12);
    assertThat(view.state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(view.finishTime()).isEqualTo(9000);
  }

  @Test
  void countersThatAreNotKnownAreNotZero() throws Exception {
    LostJob succeeded =
        new LostJob(
            new SubmittedJob(
                view.id(),
                new org.apache.hadoop.fs.Path("/"),
                conf,
                new Credentials(),
                UserGroupInformation.getCurrentUser()),
            JobStatus.State.SUCCEEDED,
            "",
            1,
            Optional.empty());
    assertThatThrownBy(succeeded::counters)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageEndingWith(": its counters are not known, because its session has ended");
  }

  @Test
  void theMasterKillsAJob() throws Exception {
    engine.kill(view.id());
    assertThat(jobs.commands()).containsExactly("kill " + view.id());
    assertThat(manager.killed).isEmpty();
  }

  @Test
  void aJobWhoseMasterCannotBeReachedIsKilledWithItsApplication() throws Exception {
    master.close();
    engine.kill(view.id());
    assertThat(manager.killed).hasSize(1);
  }

  @Test
  void noOtherJobIsKilledWithIt() throws Exception {
    submitNext();
    master.close();
    assertThatThrownBy(() -> engine.kill(view.id()))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the application master at ");
    assertThat(manager.killed).isEmpty();
  }

  @Test
  void jobsThatHaveEndedAreForgottenThoughNobodyAsksAboutThem() throws Exception {
    for (int i = 2; i <= 20; i++) {
      jobs.add(new SetJob(i, new org.apache.hadoop.fs.Path("/job.xml"), conf));
      submitNext();
    }
    for (int i = 21; i <= 400; i++) {
      SetJob ended = jobs.add(new SetJob(i, new org.apache.hadoop.fs.Path("/job.xml"), conf));
      ended.state = JobStatus.State.SUCCEEDED;
      ended.finishTime = 9000;
      submitNext();
    }
    // the last 100 that have ended, 20 that run, and those that were not asked about yet
    assertThat(engine.jobs()).hasSizeBetween(100, 100 + 20 + UnaskedJobs.LEAST);
    assertThat(engine.jobs().stream().limit(20).map(known -> known.id().getId()))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 20).boxed().toList());
    endSession();
    JobView last = List.copyOf(engine.jobs()).get(80);
    assertThat(last.state()).as("it was asked in time").isEqualTo(JobStatus.State.SUCCEEDED);
  }

  @Test
  void jobsOfAnEndedSessionAreForgottenThoughNobodyAsksAboutThem() throws Exception {
    endSession();
    for (int i = 2; i <= 400; i++) {
      submitNext();
    }
    assertThat(engine.jobs()).hasSizeBetween(100, 100 + UnaskedJobs.LEAST);
  }

  @Test
  void aJobThatIsLostWithItsMasterHasNoCounters() {
    endSession();
    assertThat(view.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(view.counters().countCounters()).isZero();
  }
}
