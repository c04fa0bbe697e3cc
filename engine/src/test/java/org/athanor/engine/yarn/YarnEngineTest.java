// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataInputByteBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.security.client.RMDelegationTokenIdentifier;
import org.athanor.engine.driver.MasterGoneException;
import org.athanor.engine.job.JobView;
import org.athanor.engine.job.SubmittedJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class YarnEngineTest {
  @TempDir Path staging;
  private final FakeResourceManager manager = new FakeResourceManager();
  private final List<FakeLink> links = new ArrayList<>();
  private final JobConf conf = new JobConf();
  private YarnEngine engine;
  private String refusalOfNext;

  @BeforeEach
  void begin() throws IOException {
    conf.set("yarn.app.mapreduce.am.staging-dir", staging.toUri().toString());
    conf.set("yarn.app.mapreduce.client-am.ipc.max-retries", "0");
    engine =
        new YarnEngine(
            conf,
            manager,
            (master, secret, session) -> {
              FakeLink link = new FakeLink(secret);
              link.refusal = refusalOfNext;
              links.add(link);
              return link;
            });
  }

  @AfterEach
  void end() {
    engine.close();
  }

  private SubmittedJob job(String queue) throws IOException {
    JobConf of = new JobConf(conf);
    of.setQueueName(queue);
    of.setJobName("my job");
    Credentials credentials = new Credentials();
    credentials.addSecretKey(new Text("of the job"), new byte[] {1});
    return new SubmittedJob(
        engine.newJobId(),
        new org.apache.hadoop.fs.Path(staging.resolve("submission").toUri()),
        of,
        credentials,
        UserGroupInformation.getCurrentUser());
  }

  private List<String> sessionFiles() throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    Path own = staging.resolve(user).resolve(".staging");
    if (!Files.exists(own)) {
      return List.of();
    }
    try (var files = Files.list(own)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("athanor-application"))
          .toList();
    }
  }

  private static Credentials credentials(ContainerLaunchContext context) throws IOException {
    Credentials read = new Credentials();
    DataInputByteBuffer in = new DataInputByteBuffer();
    ByteBuffer tokens = context.getTokens();
    tokens.rewind();
    in.reset(tokens);
    read.readTokenStorageStream(in);
    return read;
  }

  @Test
  void theFirstJobStartsASessionThatBearsItsId() throws Exception {
    SubmittedJob job = job("default");
    engine.submit(job);
    ApplicationSubmissionContext application = manager.submitted.get(0);
    assertThat(application.getApplicationId().toString())
        .isEqualTo(job.id().toString().replace("job", "application"));
    assertThat(application.getApplicationType()).isEqualTo("MAPREDUCE");
    assertThat(application.getApplicationName()).isEqualTo("my job");
    assertThat(application.getQueue()).isEqualTo("default");
    assertThat(application.getResource().getMemorySize()).isEqualTo(1536);
    assertThat(links.get(0).jobs).containsExactly(job.id());
  }

  @Test
  void laterJobsOfTheQueueHaveTheSameSession() throws Exception {
    engine.submit(job("default"));
    engine.submit(job("default"));
    engine.submit(job("other"));
    assertThat(manager.submitted)
        .extracting(ApplicationSubmissionContext::getQueue)
        .containsExactly("default", "other");
    assertThat(links.get(0).jobs).hasSize(2);
    assertThat(engine.jobs()).hasSize(3);
  }

  @Test
  void aSessionThatHasEndedIsReplaced() throws Exception {
    engine.submit(job("default"));
    links.get(0).open = false;
    SubmittedJob second = job("default");
    engine.submit(second);
    assertThat(manager.submitted).hasSize(2);
    assertThat(links.get(1).jobs).containsExactly(second.id());
  }

  @Test
  void aSessionWhoseConnectionIsBrokenIsReplacedIfItHasEnded() throws Exception {
    engine.submit(job("default"));
    links.get(0).connected = false;
    engine.submit(job("default"));
    assertThat(links.get(0).jobs).hasSize(2);
    manager.states.clear();
    manager.states.addAll(List.of(YarnApplicationState.FINISHED, YarnApplicationState.RUNNING));
    engine.submit(job("default"));
    assertThat(links.get(0).jobs).hasSize(2);
    assertThat(links.get(1).jobs).hasSize(1);
  }

  @Test
  void aJobThatComesWhenTheSessionEndsGoesToAnotherOne() throws Exception {
    engine.submit(job("default"));
    links.get(0).refusal = SessionEnding.REFUSAL;
    SubmittedJob late = job("default");
    engine.submit(late);
    assertThat(links.get(1).jobs).containsExactly(late.id());
    assertThat(links.get(0).open).isFalse();
  }

  @Test
  void aJobWhoseOwnSessionEndsBeforeItIsTakenMustBeRunAgain() throws Exception {
    refusalOfNext = SessionEnding.REFUSAL;
    SubmittedJob job = job("default");
    assertThatThrownBy(() -> engine.submit(job))
        .hasMessage(job.id() + " could not be submitted: the session is ending; run it again");
    assertThat(manager.submitted).hasSize(1);
    refusalOfNext = null;
    engine.submit(job("default"));
    assertThat(manager.submitted).hasSize(2);
  }

  @Test
  void aRefusedJobIsNotSubmittedAgain() throws Exception {
    engine.submit(job("default"));
    links.get(0).refusal = "job.xml: no such file";
    SubmittedJob bad = job("default");
    assertThatThrownBy(() -> engine.submit(bad)).hasMessage("job.xml: no such file");
    assertThat(links).hasSize(1);
  }

  @Test
  void theSecretIsATokenAndNowhereElse() throws Exception {
    engine.submit(job("default"));
    ContainerLaunchContext master = manager.submitted.get(0).getAMContainerSpec();
    Credentials credentials = credentials(master);
    byte[] secret = links.get(0).secret;
    assertThat(secret).hasSize(32);
    assertThat(SessionSecret.of(credentials)).isEqualTo(secret);
    assertThat(credentials.getAllTokens())
        .extracting(Token::getKind)
        .containsExactly(SessionSecret.KIND);
    assertThat(credentials.getSecretKey(new Text("of the job"))).containsExactly(1);
    assertThat(master.getEnvironment()).containsOnlyKeys("CLASSPATH", "LD_LIBRARY_PATH");
  }

  @Test
  void theMasterGetsTheEngineAndTheSessionsConfiguration() throws Exception {
    engine.submit(job("default"));
    ContainerLaunchContext master = manager.submitted.get(0).getAMContainerSpec();
    assertThat(master.getLocalResources()).hasSize(4).containsKey("session.xml");
    assertThat(master.getLocalResources().get("session.xml").getVisibility())
        .isEqualTo(LocalResourceVisibility.APPLICATION);
    assertThat(master.getEnvironment().get("CLASSPATH"))
        .startsWith("{{PWD}}/")
        .contains("<CPS>{{PWD}}/jna-");
    assertThat(master.getCommands())
        .singleElement()
        .asString()
        .contains(" org.athanor.engine.yarnmaster.ApplicationMaster ");
  }

  @Test
  void onlyTheUserCanReadTheSessionsFiles() throws Exception {
    engine.submit(job("default"));
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    Path session = staging.resolve(user).resolve(".staging").resolve(sessionFiles().get(0));
    assertThat(permissions(session)).isEqualTo("rwx------");
    assertThat(permissions(session.resolve("session.xml"))).isEqualTo("rw-------");
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void whoeverCopiesANewEngineDeletesOldOnesThatNoSessionUses() throws Exception {
    engine.submit(job("default"));
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    Path jars = staging.resolve(user).resolve(".staging").resolve("athanor-engine");
    Path old = Files.writeString(jars.resolve("athanor-engine-1-abc.jar"), "old");
    FileTime longAgo = FileTime.fromMillis(1);
    Files.getFileAttributeView(old, BasicFileAttributeView.class)
        .setTimes(longAgo, longAgo, longAgo);
    engine.submit(job("other"));
    assertThat(old).as("nothing was copied").exists();
    Path copied;
    try (var files = Files.list(jars)) {
      copied = files.filter(file -> file.toString().contains("/jna-")).findFirst().orElseThrow();
    }
    Files.delete(copied);
    engine.submit(job("third"));
    assertThat(copied).exists();
    assertThat(old).doesNotExist();
  }

  @Test
  void aRefusedApplicationLeavesNothing() throws Exception {
    manager.refusal = "ResourceManager rm:8032: unknown queue: nowhere";
    List<List<String>> whenAsked = new ArrayList<>();
    manager.onReportNow = () -> whenAsked.add(sessionFiles());
    SubmittedJob job = job("nowhere");
    assertThatThrownBy(() -> engine.submit(job)).hasMessage(manager.refusal);
    assertThat(whenAsked).as("files, before a question that may take long").containsOnly(List.of());
    assertThat(sessionFiles()).isEmpty();
    manager.refusal = null;
    engine.submit(job("nowhere"));
    assertThat(links).hasSize(1);
  }

  @Test
  void aMasterThatFailsToStartLeavesNothing() throws Exception {
    manager.states.clear();
    manager.states.add(YarnApplicationState.FAILED);
    manager.diagnostics = "JAVA_HOME: no such directory";
    SubmittedJob job = job("default");
    assertThatThrownBy(() -> engine.submit(job))
        .hasMessageEndingWith(": the ApplicationMaster failed: JAVA_HOME: no such directory");
    assertThat(sessionFiles()).isEmpty();
    assertThat(manager.killed).isEmpty();
  }

  @Test
  void invalidSettingsAreRefusedBeforeAnythingStarts() throws Exception {
    conf.set("athanor.yarn.workers", "many");
    SubmittedJob job = job("default");
    assertThatThrownBy(() -> engine.submit(job))
        .hasMessageStartingWith("athanor.yarn.workers=many: must be a number from 0 to 10000");
    assertThat(manager.submitted).isEmpty();
  }

  @Test
  void aJobWhoseMasterHasFailedHasFailed() throws Exception {
    JobView view = engine.submit(job("default"));
    manager.states.clear();
    manager.states.add(YarnApplicationState.FAILED);
    manager.diagnostics = "AM Container exited with exit code: 137";
    assertThat(view.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(view.failureInfo())
        .endsWith("the ApplicationMaster failed: AM Container exited with exit code: 137");
    assertThat(view.name()).isEqualTo("my job");
    assertThat(view.finishTime()).isPositive();
    assertThat(sessionFiles()).isEmpty();
  }

  @Test
  void questionsWaitForTheNextMaster() throws Exception {
    JobView view = engine.submit(job("default"));
    manager.states.clear();
    manager.states.addAll(
        List.of(
            YarnApplicationState.RUNNING,
            YarnApplicationState.ACCEPTED,
            YarnApplicationState.FAILED));
    assertThat(view.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(manager.states).hasSize(1);
  }

  @Test
  void aSessionMayHaveTwoMasters() throws Exception {
    engine.submit(job("default"));
    assertThat(manager.submitted.get(0).getMaxAppAttempts()).isEqualTo(2);
  }

  @Test
  void theMasterIsLookedForUntilTheSessionHasEnded() throws Exception {
    SessionFiles files =
        new SessionFiles(new org.apache.hadoop.fs.Path(staging.resolve("session").toUri()), conf);
    files.create(conf);
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1234);
    files.publishMaster(address);
    MasterLocator locator =
        new MasterLocator(manager, ApplicationId.newInstance(1700000000000L, 1), files);
    assertThat(locator.locate()).isEqualTo(address);
    assertThat(locator.locate()).isEqualTo(address);
    manager.states.clear();
    manager.states.add(YarnApplicationState.KILLED);
    assertThatThrownBy(locator::locate)
        .isInstanceOf(MasterGoneException.class)
        .hasMessage("application_1700000000000_0001: the ApplicationMaster was killed");
  }

  @Test
  void aJobWhoseApplicationWasKilledWasKilled() throws Exception {
    JobView view = engine.submit(job("default"));
    manager.states.clear();
    manager.states.add(YarnApplicationState.KILLED);
    assertThat(view.state()).isEqualTo(JobStatus.State.KILLED);
    engine.kill(view.id());
  }

  @Test
  void aJobWhoseApplicationIsForgottenHasFailed() throws Exception {
    JobView view = engine.submit(job("default"));
    manager.isKnown = false;
    assertThat(view.state()).isEqualTo(JobStatus.State.FAILED);
    assertThat(view.failureInfo()).endsWith(": the ResourceManager does not know the application");
  }

  @Test
  void aJobIsForgottenOnlyAfterItsEnd() throws Exception {
    JobID first = engine.submit(job("default")).id();
    for (int i = 0; i < 110; i++) {
      engine.submit(job("default"));
    }
    assertThat(engine.jobs()).hasSize(111);
    manager.isKnown = false;
    for (JobView each : engine.jobs()) {
      assertThat(each.state()).isEqualTo(JobStatus.State.FAILED);
    }
    manager.isKnown = true;
    links.get(0).open = false;
    engine.submit(job("default"));
    assertThat(engine.jobs()).hasSize(101);
    assertThat(engine.job(first)).isEmpty();
  }

  @Test
  void theFirstJobsPriorityIsTheApplications() throws Exception {
    engine.submit(job("default"));
    conf.set("mapreduce.job.priority", "HIGH");
    engine.submit(job("high"));
    conf.set("mapreduce.job.priority", "7");
    engine.submit(job("numbered"));
    assertThat(manager.submitted)
        .extracting(ApplicationSubmissionContext::getPriority)
        .containsExactly(null, Priority.newInstance(4), Priority.newInstance(7));
    conf.set("mapreduce.job.priority", "urgent");
    SubmittedJob bad = job("other");
    assertThatThrownBy(() -> engine.submit(bad))
        .hasMessage(
            "mapreduce.job.priority=urgent: must be a number or one of VERY_HIGH, HIGH, NORMAL,"
                + " LOW, VERY_LOW, DEFAULT");
    assertThat(sessionFiles()).hasSize(3);
  }

  @Test
  void theFirstJobSaysHowYarnTreatsTheSession() throws Exception {
    engine.submit(job("default"));
    assertThat(manager.submitted.get(0).getApplicationTags()).containsExactly("athanor");
    assertThat(manager.submitted.get(0).getAMContainerResourceRequests()).isNullOrEmpty();
    assertThat(manager.submitted.get(0).getAMContainerSpec().getTokensConf()).isNull();

    conf.set("mapreduce.job.tags", "oozie-1, nightly");
    conf.set("mapreduce.job.node-label-expression", "gpu");
    conf.set("mapreduce.job.am.node-label-expression", "stable");
    conf.set("mapreduce.job.reservation.id", "reservation_1700000000000_0005");
    conf.set("mapreduce.job.send-token-conf", "dfs\\.nameservices|dfs\\.ha\\..*");
    conf.set("dfs.nameservices", "far");
    engine.submit(job("other"));
    ApplicationSubmissionContext application = manager.submitted.get(1);
    assertThat(application.getApplicationTags())
        .containsExactlyInAnyOrder("athanor", "oozie-1", "nightly");
    assertThat(application.getNodeLabelExpression()).isEqualTo("gpu");
    ResourceRequest master = application.getAMContainerResourceRequests().get(0);
    assertThat(master.getNodeLabelExpression()).isEqualTo("stable");
    assertThat(master.getResourceName()).isEqualTo("*");
    assertThat(master.getCapability()).isEqualTo(application.getResource());
    assertThat(application.getReservationID()).hasToString("reservation_1700000000000_0005");
    Configuration sent = new Configuration(false);
    sent.readFields(
        new DataInputStream(
            new ByteArrayInputStream(bytes(application.getAMContainerSpec().getTokensConf()))));
    assertThat(sent.get("dfs.nameservices")).isEqualTo("far");
    assertThat(sent.get("mapreduce.job.tags")).isNull();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Test
  void settingsThatCannotBeUnderstoodAreNamed() throws Exception {
    conf.set("mapreduce.job.reservation.id", "tonight");
    SubmittedJob bad = job("default");
    assertThatThrownBy(() -> engine.submit(bad))
        .hasMessage("mapreduce.job.reservation.id=tonight: is no identifier of a reservation");
    conf.unset("mapreduce.job.reservation.id");
    conf.set("mapreduce.job.send-token-conf", "(");
    SubmittedJob worse = job("default");
    assertThatThrownBy(() -> engine.submit(worse))
        .hasMessage("mapreduce.job.send-token-conf=(: is no regular expression");
    assertThat(sessionFiles()).isEmpty();
  }

  @Test
  void takesNoJobsWhenItIsClosed() throws Exception {
    engine.submit(job("default"));
    SubmittedJob late = job("default");
    engine.close();
    assertThat(links.get(0).open).isFalse();
    assertThatThrownBy(() -> engine.submit(late))
        .hasMessage("the JVM is ending; no job can be submitted");
  }

  @Test
  void findsTheMasterInTheSessionsFiles() throws Exception {
    SessionFiles files =
        new SessionFiles(new org.apache.hadoop.fs.Path(staging.resolve("session").toUri()), conf);
    files.create(conf);
    assertThatThrownBy(files::readMaster).isInstanceOf(IOException.class);
    files.publishMaster(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1234));
    files.publishMaster(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1235));
    assertThat(files.readMaster())
        .isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1235));
    files.delete();
    assertThat(staging.resolve("session")).doesNotExist();
  }

  @Test
  void tellsEachMasterAlsoOneThatIsNotThereThatItLeaves() throws Exception {
    engine.submit(job("connected"));
    engine.submit(job("without"));
    links.get(1).connected = false;
    SubmittedJob over = job("over");
    engine.submit(over);
    links.get(2).connected = false;
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    new SessionFiles(conf, user, manager.submitted.get(2).getApplicationId()).delete();
    engine.close();
    assertThat(sessionFiles()).hasSize(2);
    assertThat(left(0)).as("the connection may be dead").isTrue();
    assertThat(left(1)).isTrue();
    assertThat(left(2)).as("it has ended").isFalse();
  }

  @Test
  void deletesTheFilesOfASessionThatSomebodyHasKilled() throws Exception {
    engine.submit(job("default"));
    assertThat(sessionFiles()).hasSize(1);
    links.get(0).connected = false;
    manager.states.clear();
    manager.states.add(YarnApplicationState.KILLED);
    engine.close();
    assertThat(sessionFiles()).isEmpty();
  }

  @Test
  void deletesTheFilesOfASessionThatWasKilledWhenTheNextJobComes() throws Exception {
    engine.submit(job("default"));
    engine.submit(job("other"));
    List<String> ofBoth = sessionFiles();
    links.get(0).connected = false; // as long as it is tried to connect again
    links.get(1).open = false;
    manager.ended.put(manager.submitted.get(0).getApplicationId(), YarnApplicationState.KILLED);
    manager.ended.put(manager.submitted.get(1).getApplicationId(), YarnApplicationState.KILLED);

    engine.submit(job("default"));
    engine.submit(job("other"));
    assertThat(manager.submitted).hasSize(4);
    assertThat(links.get(0).open).isFalse();
    assertThat(sessionFiles()).hasSize(2).doesNotContainAnyElementsOf(ofBoth);
  }

  @Test
  void keepsTheFilesOfAReplacedSessionThatGoesOn() throws Exception {
    engine.submit(job("default"));
    links.get(0).open = false; // It has not been reached for long.
    engine.submit(job("default"));
    assertThat(sessionFiles()).hasSize(2);
    assertThat(left(0)).isTrue();
  }

  private static Token<RMDelegationTokenIdentifier> token(String service, long age, long life) {
    RMDelegationTokenIdentifier identifier =
        new RMDelegationTokenIdentifier(new Text("me"), new Text("rm"), new Text());
    long issued = System.currentTimeMillis() - age;
    identifier.setIssueDate(issued);
    identifier.setMaxDate(issued + life);
    return new Token<>(
        identifier.getBytes(), new byte[] {1}, identifier.getKind(), new Text(service));
  }

  private void submitWithToken(long age, long life) throws Exception {
    SubmittedJob job = job("default");
    job.credentials().addToken(new Text("nn:8020"), token("nn:8020", age, life));
    engine.submit(job);
  }

  @Test
  void laterJobsGetTheTokensThatYarnRenews() throws Exception {
    submitWithToken(0, 1_000_000);
    JobConf later = new JobConf(conf);
    later.setQueueName("default");
    Text own = new Text("other:8020");
    later.getCredentials().addToken(own, token("other:8020", 0, 1_000_000));
    engine.lendTokens(later);
    assertThat(later.getCredentials().getAllTokens())
        .extracting(token -> token.getService().toString())
        .containsExactlyInAnyOrder("nn:8020", "other:8020");
    assertThat(later.getCredentials().getAllSecretKeys()).isEmpty();
  }

  @Test
  void noTokensAreLentWithoutASession() throws Exception {
    submitWithToken(0, 1_000_000);
    JobConf later = new JobConf(conf);
    later.setQueueName("other");
    engine.lendTokens(later);
    links.get(0).connected = false;
    later.setQueueName("default");
    engine.lendTokens(later);
    assertThat(later.getCredentials().numberOfTokens()).isZero();
  }

  @Test
  void aSessionWhoseTokensSoonExpireIsReplaced() throws Exception {
    submitWithToken(700_000, 1_000_000);
    engine.submit(job("default"));
    assertThat(manager.submitted).hasSize(1);
    links.get(0).open = false; // It has ended.
    submitWithToken(800_000, 1_000_000);
    submitWithToken(800_000, 1_000_000); // A new session would not have better ones.
    assertThat(manager.submitted).hasSize(2);
    engine.submit(job("default"));
    assertThat(manager.submitted).hasSize(3);
    assertThat(links.get(1).open).isFalse();
  }

  @Test
  void saysThatTokensAreThoseOfASessionThatHasEnded() throws Exception {
    Token<RMDelegationTokenIdentifier> token = token("nn:8020", 0, 1_000_000);
    SubmittedJob first = job("default");
    first.credentials().addToken(new Text("nn:8020"), token);
    engine.submit(first);
    SubmittedJob late = job("default");
    late.credentials().addToken(new Text("nn:8020"), new Token<>(token));
    links.get(0).open = false;
    manager.ended.put(manager.submitted.get(0).getApplicationId(), YarnApplicationState.FINISHED);
    manager.refusal = "ResourceManager rm:8032: Failed to renew token: Kind: HDFS_DELEGATION_TOKEN";
    assertThatThrownBy(() -> engine.submit(late))
        .hasMessage(
            late.id()
                + " has delegation tokens of a session that has ended meanwhile, which YARN may"
                + " have cancelled; run it again: "
                + manager.refusal);
    SubmittedJob fresh = job("default");
    fresh.credentials().addToken(new Text("other:8020"), token("other:8020", 0, 1_000_000));
    assertThatThrownBy(() -> engine.submit(fresh)).hasMessage(manager.refusal);
  }

  private boolean left(int session) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    ApplicationId id = manager.submitted.get(session).getApplicationId();
    return new SessionFiles(conf, user, id).hasLeft();
  }
}
