// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.split.JobSplit.TaskSplitIndex;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.protocol.AttemptProgress;
import org.athanor.engine.protocol.FromDriver;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.Greeting;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.protocol.ToWorker;
import org.athanor.engine.skew.ReduceLoad;
import org.athanor.engine.task.AttemptReport;
import org.athanor.engine.testing.Told;
import org.athanor.engine.testing.Warnings;
import org.athanor.engine.transport.Frame;
import org.junit.jupiter.api.Test;

/** The master's side, with peers that say what a test wants. */
class FleetTest {
  private final JobID id = new JobID("fleet", 1);
  private final TaskAttemptID map = attempt(TaskType.MAP);
  private final TaskAttemptID reduce = attempt(TaskType.REDUCE);
  private final Told told = new Told(attempt -> attempt.getTaskType() == TaskType.REDUCE);
  private final List<String> events = new ArrayList<>();
  private final List<RemoteWorker> joined = new ArrayList<>();
  private boolean commitsAllowed = true;
  private final Fleet fleet =
      new Fleet(
          new Fleet.Listener() {
            @Override
            public void joined(RemoteWorker worker) {
              joined.add(worker);
            }

            @Override
            public void lost(int worker, String reason) {
              events.add("lost " + worker + ": " + reason);
            }

            @Override
            public void unreachable(RemoteWorker from, int peer) {
              events.add(from + " cannot reach " + peer);
            }
          },
          new CommitGate() {
            @Override
            public boolean isOpen() {
              return commitsAllowed;
            }

            @Override
            public void awaitOpen() {
              throw new IllegalStateException("must not block");
            }

            @Override
            public void awaitProof() {
              throw new IllegalStateException("must not block");
            }
          });

  private TaskAttemptID attempt(TaskType type) {
    return new TaskAttemptID(new TaskID(id, type, 0), 0);
  }

  private static InetSocketAddress address(int number) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1000 + number);
  }

  private static FromWorker.Hello hello(int version, int number) {
    return new FromWorker.Hello(
        version, number, "host" + number, "", 4, address(number), Optional.empty());
  }

  private FakeConnection stranger() {
    return new FakeConnection("10.0.0.1:99", fleet.accepted());
  }

  private FakeConnection join(int number) {
    FakeConnection connection = stranger();
    connection.arrive(hello(Message.VERSION, number));
    return connection;
  }

  private SubmittedJob submitted() throws Exception {
    return new SubmittedJob(
        id,
        new Path("file:/job"),
        new JobConf(false),
        new Credentials(),
        UserGroupInformation.createRemoteUser("me"));
  }

  private RemoteWorkerJob open() throws Exception {
    return joined.get(0).open(submitted(), told, told);
  }

  private static AttemptProgress progress(float progress, long records) {
    Counters counters = new Counters();
    counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(records);
    return new AttemptProgress(counters, TaskStatus.Phase.SORT, progress, "status", 1, 2);
  }

  @Test
  void workersAreToldOfEachOther() {
    FakeConnection first = join(1);
    assertThat(first.sent()).isEmpty();
    FakeConnection second = join(2);
    assertThat(first.sent()).containsExactly(new ToWorker.PeerJoined(2, address(2)));
    assertThat(second.sent()).containsExactly(new ToWorker.PeerJoined(1, address(1)));
    FakeConnection third = join(3);
    assertThat(third.sent())
        .containsExactly(
            new ToWorker.PeerJoined(1, address(1)), new ToWorker.PeerJoined(2, address(2)));
    first.sent();
    first.end("reset");
    assertThat(events).containsExactly("lost 1: reset");
    assertThat(second.sent())
        .containsExactly(new ToWorker.PeerJoined(3, address(3)), new ToWorker.PeerLost(1));
    assertThat(fleet.workers()).containsExactly(joined.get(1), joined.get(2));
    assertThat(joined.get(0).threads()).isEqualTo(4);
    assertThat(joined.get(0).dataAddress()).isEqualTo(address(1));
  }

  @Test
  void strangersAreDisconnectedWithOneLine() {
    FakeConnection worker = join(1);
    try (Warnings warnings = Warnings.of("org.athanor.engine.fleet")) {
      FakeConnection other = stranger();
      other.arrive(hello(Message.VERSION + 1, 2));
      FakeConnection twin = stranger();
      twin.arrive(hello(Message.VERSION, 1));
      FakeConnection early = stranger();
      early.arrive(new FromWorker.JobOpened(id));
      FakeConnection driver = stranger();
      driver.arrive(new FromDriver.Goodbye());
      FakeConnection broken = stranger();
      broken.arrive(new Frame((byte) 99, new byte[3]));
      broken.arrive(hello(Message.VERSION, 7));
      for (FakeConnection connection : List.of(other, twin, early, driver, broken)) {
        assertThat(connection.isClosed()).isTrue();
        connection.end("closed");
      }
      assertThat(warnings.lines())
          .containsExactly(
              "10.0.0.1:99 is disconnected: its messages have version "
                  + (Message.VERSION + 1)
                  + ", not "
                  + Message.VERSION,
              "10.0.0.1:99 is disconnected: there is or was another Worker 1",
              "10.0.0.1:99 is disconnected: its first message is JOB_OPENED",
              "10.0.0.1:99 is disconnected: it has sent what a Worker does not send",
              "10.0.0.1:99 is disconnected: no message has the type 99");
    }
    assertThat(worker.isClosed()).isFalse();
    assertThat(joined).hasSize(1);
    assertThat(events).isEmpty();
    worker.end("gone");
    FakeConnection again = join(1); // numbers are not used twice
    assertThat(again.isClosed()).isTrue();
  }

  @Test
  void theFirstFrameDecidesWhoServesAConnection() {
    List<String> chosen = new ArrayList<>();
    Greeting greeting =
        new Greeting(
            () -> {
              chosen.add("worker");
              return fleet.accepted();
            },
            () -> {
              chosen.add("driver");
              return fleet.accepted();
            });
    FakeConnection worker = new FakeConnection("a", greeting);
    worker.arrive(hello(Message.VERSION, 5));
    assertThat(chosen).containsExactly("worker");
    assertThat(joined).hasSize(1);
    worker.end("reset");
    assertThat(events).containsExactly("lost 5: reset");
    FakeConnection silent = new FakeConnection("b", new Greeting(null, null));
    silent.end("reset");
    FakeConnection wrong = new FakeConnection("c", new Greeting(null, null));
    wrong.arrive(new Frame((byte) 1, new byte[0]));
    wrong.arrive(new Frame((byte) 1, new byte[0]));
    assertThat(wrong.isClosed()).isTrue();
  }

  @Test
  void callsBecomeMessages() throws Exception {
    FakeConnection connection = join(0);
    RemoteWorkerJob job = open();
    assertThat(connection.sent()).hasSize(1).allMatch(ToWorker.OpenJob.class::isInstance);
    job.launchMap(map, new TaskSplitIndex("splits", 7));
    job.launchReduce(reduce, 9, 70);
    assertThat(job.stop(map)).isFalse();
    job.assign(1, List.of(2, 3));
    job.withdraw(1, List.of(3));
    job.publish(map);
    job.discard(map);
    job.close(() -> {});
    joined.get(0).end();
    assertThat(connection.sent())
        .containsExactly(
            new ToWorker.LaunchMap(map, "splits", 7),
            new ToWorker.LaunchReduce(reduce, 9, 70),
            new ToWorker.Stop(map),
            new ToWorker.Assign(id, 1, List.of(2, 3)),
            new ToWorker.Withdraw(id, 1, List.of(3)),
            new ToWorker.Publish(map),
            new ToWorker.Discard(map),
            new ToWorker.CloseJob(id),
            new ToWorker.End());
  }

  @Test
  void messagesBecomeCalls() throws Exception {
    FakeConnection connection = join(0);
    RemoteWorkerJob job = open();
    connection.arrive(new FromWorker.JobOpened(id));
    AttemptReport report = job.launchMap(map, new TaskSplitIndex("splits", 7));
    assertThat(report.phase()).isEqualTo(TaskStatus.Phase.MAP);
    assertThat(report.counters().countCounters()).isZero();
    connection.sent();
    connection.arrive(new FromWorker.Started(map));
    connection.arrive(new FromWorker.Progress(map, progress(0.5f, 3)));
    assertThat(report.lastProgress()).isEqualTo(0.5f);
    assertThat(report.status()).isEqualTo("status");
    assertThat(report.phase()).isEqualTo(TaskStatus.Phase.SORT);
    assertThat(report.shuffleFinishTime()).isEqualTo(1);
    assertThat(report.sortFinishTime()).isEqualTo(2);
    connection.arrive(new FromWorker.MustEnd(map, "silent"));
    connection.arrive(new FromWorker.CommitAsked(map, 8));
    connection.arrive(new FromWorker.Delivered(id, 1, 2));
    connection.arrive(new FromWorker.MergeFailed(id, "disk"));
    connection.arrive(new FromWorker.MergeEnded(id));
    connection.arrive(new FromWorker.Failed(map, progress(0.6f, 4), "line", "trace"));
    assertThat(report.counters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue())
        .isEqualTo(4);
    connection.arrive(
        new FromWorker.Succeeded(map, progress(1, 5), ReduceLoad.Shape.UNKNOWN)); // after its end
    connection.arrive(new FromWorker.Started(reduce)); // was not launched
    job.launchReduce(reduce, 1, 8);
    connection.sent();
    connection.arrive(new FromWorker.CommitAsked(reduce, 9));
    assertThat(connection.sent()).containsExactly(new ToWorker.CommitAnswer(reduce, 9, true));
    connection.arrive(new FromWorker.Abandoned(reduce, progress(1, 5)));
    assertThat(told.events().all())
        .containsExactly(
            "opened",
            "started m0.0",
            "mustEnd m0.0: silent",
            "mayCommit m0.0",
            "delivered 1 2",
            "mergeFailed: disk",
            "mergeEnded",
            "failed m0.0: line",
            "mayCommit r0.0",
            "abandoned r0.0");
  }

  @Test
  void noAttemptMayCommitWhileTheGateIsClosed() throws Exception {
    FakeConnection connection = join(0);
    RemoteWorkerJob job = open();
    job.launchReduce(reduce, 1, 8);
    connection.sent();
    commitsAllowed = false;
    connection.arrive(new FromWorker.CommitAsked(reduce, 1));
    assertThat(told.events().all()).isEmpty();
    commitsAllowed = true;
    connection.arrive(new FromWorker.CommitAsked(reduce, 2));
    assertThat(connection.sent())
        .containsExactly(
            new ToWorker.CommitAnswer(reduce, 1, false),
            new ToWorker.CommitAnswer(reduce, 2, true));
  }

  @Test
  void nothingIsToldAfterAWorkerIsLost() throws Exception {
    FakeConnection connection = join(0);
    RemoteWorkerJob job = open();
    job.launchMap(map, new TaskSplitIndex("splits", 7));
    job.close(() -> events.add("closed"));
    RemoteWorker worker = joined.get(0);
    worker.drop("of no use");
    connection.arrive(new FromWorker.Started(map)); // was on its way
    assertThat(events).isEmpty();
    connection.end("this process closed the connection");
    assertThat(events).containsExactly("closed", "lost 0: of no use");
    assertThat(told.events().all()).isEmpty();
    worker.open(submitted(), told, told).close(() -> events.add("closed at once"));
    assertThat(events).endsWith("closed at once");
  }

  @Test
  void aJobThatIsClosedIsToldNothing() throws Exception {
    FakeConnection connection = join(0);
    RemoteWorkerJob job = open();
    job.launchMap(map, new TaskSplitIndex("splits", 7));
    assertThatIllegalStateException().isThrownBy(this::open);
    job.close(() -> events.add("closed"));
    connection.arrive(new FromWorker.JobOpened(id));
    connection.arrive(new FromWorker.Started(map));
    connection.arrive(new FromWorker.Stopped(map, progress(0, 0)));
    assertThat(told.events().all()).isEmpty();
    assertThat(events).isEmpty();
    connection.arrive(new FromWorker.JobClosed(id));
    connection.arrive(new FromWorker.JobClosed(id));
    assertThat(events).containsExactly("closed");
    open(); // may be opened again
  }

  @Test
  void aRefusedJobIsClosed() throws Exception {
    FakeConnection connection = join(0);
    RemoteWorkerJob job = open();
    connection.arrive(new FromWorker.JobRefused(id, "no disk"));
    assertThat(told.events().all()).containsExactly("refused: no disk");
    job.close(() -> events.add("closed"));
    assertThat(events).containsExactly("closed");
    RemoteWorkerJob closing = open();
    closing.close(() -> events.add("closed again"));
    connection.arrive(new FromWorker.JobRefused(id, "no disk"));
    assertThat(events).endsWith("closed again");
    assertThat(told.events().all()).hasSize(1);
  }

  @Test
  void aWorkerWhoseJobBreaksDownIsGivenUp() throws Exception {
    FakeConnection connection = join(0);
    RemoteWorkerJob job = open();
    job.launchMap(map, new TaskSplitIndex("splits", 7));
    connection.arrive(new FromWorker.JobBroken(id, "java.lang.OutOfMemoryError: heap"));
    assertThat(connection.isClosed()).isTrue();
    connection.arrive(new FromWorker.Succeeded(map, progress(1, 1), ReduceLoad.Shape.UNKNOWN));
    connection.end("this process closed the connection");
    assertThat(events)
        .containsExactly(
            "lost 0: job_fleet_0001 cannot go on there: java.lang.OutOfMemoryError: heap");
    assertThat(told.events().all()).containsExactly("broken: java.lang.OutOfMemoryError: heap");
  }
}
