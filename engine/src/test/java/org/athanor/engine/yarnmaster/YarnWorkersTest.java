// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.fleet.WorkerProcesses;
import org.athanor.engine.job.ContainerSize;
import org.athanor.engine.yarn.WorkerSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class YarnWorkersTest {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);

  private static final Duration SILENCE = Duration.ofSeconds(60);
  private static final int FENCE_SECONDS = 60 + YarnWorkers.STOP_SECONDS;

  private final FakeCalls cluster = new FakeCalls();
  private final List<String> told = new ArrayList<>();
  private long now = TimeUnit.HOURS.toNanos(1);
  private YarnWorkers workers;

  private static WorkerSize size(int count) {
    return new WorkerSize(count, 4096, 3, 4);
  }

  private void begin(int count) {
    workers = new YarnWorkers(size(count), SILENCE, cluster, () -> now);
    workers.registered();
    workers.begin(
        new WorkerProcesses.Listener() {
          @Override
          public void ended(int worker, String reason, boolean isByCluster) {
            told.add("ended " + worker + ": " + reason);
          }

          @Override
          public void cannotStart(String reason) {
            told.add("cannot start: " + reason);
          }
        });
  }

  private static Container container(int number, String host) {
    return Container.newInstance(
        ContainerId.newContainerId(ATTEMPT, number),
        NodeId.newInstance(host, 8041),
        host + ":8042",
        Resource.newInstance(1024, 1),
        Priority.newInstance(0),
        null);
  }

  private static ContainerStatus status(int number, int exit, String diagnostics) {
    return ContainerStatus.newInstance(
        ContainerId.newContainerId(ATTEMPT, number), ContainerState.COMPLETE, diagnostics, exit);
  }

  private void allocate(int number, String host) {
    workers.allocated(container(number, host));
  }

  private void complete(int number, int exit) {
    workers.completed(status(number, exit, ""));
  }

  private void passSeconds(int seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
    workers.tick();
  }

  private static String where(int number, String host) {
    return " (" + ContainerId.newContainerId(ATTEMPT, number) + " on " + host + ")";
  }

  @Test
  void saysHowLargeItsContainersAre() {
    begin(1);
    assertThat(workers.containers()).contains(new ContainerSize(4096, 3, 4));
  }

  @Test
  void asksForAsManyContainersAsTheSessionHasWorkersOnceTheMasterIsRegistered() {
    workers = new YarnWorkers(size(2), SILENCE, cluster, () -> now);
    workers.begin(
        new WorkerProcesses.Listener() {
          @Override
          public void ended(int worker, String reason, boolean isByCluster) {}

          @Override
          public void cannotStart(String reason) {}
        });
    assertThat(cluster.requests).isZero();
    workers.registered();
    assertThat(cluster.requests).isEqualTo(2);
  }

  @Test
  void workersOfOneNodeHaveSeatsOfTheirOwn() {
    cluster.nodes = 2;
    begin(3);
    allocate(1, "a");
    allocate(2, "a");
    allocate(3, "a"); // more than if they were spread
    assertThat(cluster.seats)
        .isEqualTo(Map.of(0, new Seat(0, 2), 1, new Seat(1, 2), 2, new Seat(2, 3)));
    workers.joined(1);
    complete(2, 1);
    passSeconds(1);
    allocate(4, "a");
    assertThat(cluster.seats.get(3)).isEqualTo(new Seat(1, 2));
    assertThat(Seat.parse(new Seat(1, 2).toString())).isEqualTo(new Seat(1, 2));
  }

  @Test
  void startsAWorkerWithANumberOfItsOwnInEachContainer() {
    begin(2);
    allocate(1, "a");
    allocate(2, "b");
    assertThat(cluster.take()).containsExactly("start 0 in c1", "start 1 in c2");
    assertThat(cluster.requests).isZero();
  }

  @Test
  void givesBackContainersThatItDidNotAskFor() {
    begin(1);
    allocate(1, "a");
    allocate(2, "a");
    assertThat(cluster.take()).containsExactly("start 0 in c1", "release c2");
    complete(2, ContainerExitStatus.ABORTED);
    assertThat(told).isEmpty();
  }

  @Test
  void replacesAWorkerThatHasEndedAfterAPause() {
    begin(1);
    allocate(1, "a");
    workers.joined(0);
    complete(1, 137);
    assertThat(told).containsExactly("ended 0: its process was killed by signal 9" + where(1, "a"));
    assertThat(cluster.requests).isZero();
    passSeconds(YarnWorkers.FIRST_PAUSE_SECONDS);
    assertThat(cluster.requests).isOne();
    cluster.take();
    allocate(2, "a");
    assertThat(cluster.take()).containsExactly("start 1 in c2");
  }

  @Test
  void replacesAWorkerWhoseContainerWasTakenBackAtOnce() {
    begin(1);
    allocate(1, "a");
    complete(1, ContainerExitStatus.PREEMPTED);
    assertThat(told)
        .containsExactly(
            "ended 0: its container was taken for another application" + where(1, "a"));
    assertThat(cluster.requests).isOne();
  }

  @Test
  void saysWhyAContainerEndedInOneLine() {
    begin(1);
    allocate(1, "a");
    workers.completed(
        status(
            1,
            1,
            "Exception from container-launch.\n\n  at Shell.run(1)\nJAVA_HOME: no such file\n"));
    assertThat(told)
        .containsExactly(
            "ended 0: its process ended with exit code 1: JAVA_HOME: no such file" + where(1, "a"));
  }

  @Test
  void namesTheSettingWhenAContainerWasTooSmall() {
    begin(1);
    allocate(1, "a");
    complete(1, ContainerExitStatus.KILLED_EXCEEDED_PMEM);
    assertThat(told)
        .containsExactly(
            "ended 0: it used more memory than its container has; raise"
                + " athanor.yarn.worker.memory, or lower its heap"
                + where(1, "a"));
  }

  @Test
  void pausesLongerAfterEachFailureUntilAWorkerJoins() {
    begin(1);
    allocate(1, "a");
    complete(1, 1);
    passSeconds(1);
    allocate(2, "b");
    complete(2, 1);
    passSeconds(1);
    assertThat(cluster.requests).isZero();
    passSeconds(1);
    assertThat(cluster.requests).isOne();
    allocate(3, "c");
    workers.joined(2);
    complete(3, 1);
    passSeconds(1);
    assertThat(cluster.requests).isOne();
  }

  @Test
  void saysThatNoneCanBeStartedIfNoneEverJoins() {
    begin(1);
    for (int i = 1; i <= YarnWorkers.MOST_EARLY_ENDS; i++) {
      assertThat(told).noneMatch(line -> line.startsWith("cannot"));
      passSeconds(YarnWorkers.LONGEST_PAUSE_SECONDS);
      allocate(i, "n" + i);
      complete(i, 1);
    }
    assertThat(told.get(told.size() - 1))
        .isEqualTo(
            "cannot start: 4 Workers have ended before they reached the session; the last one,"
                + " Worker 3: its process ended with exit code 1"
                + where(4, "n4"));
    assertThat(workers.gaveUp()).isTrue();
    passSeconds(YarnWorkers.LONGEST_PAUSE_SECONDS);
    assertThat(cluster.requests).isZero();
  }

  @Test
  void keepsStartingWorkersWhileOneOfThemWorks() {
    begin(2);
    allocate(100, "good");
    workers.joined(0);
    for (int i = 1; i <= 3 * YarnWorkers.MOST_EARLY_ENDS; i++) {
      passSeconds(YarnWorkers.LONGEST_PAUSE_SECONDS);
      allocate(i, "n" + i);
      complete(i, 1);
    }
    assertThat(told).noneMatch(line -> line.startsWith("cannot"));
    assertThat(workers.gaveUp()).isFalse();
  }

  @Test
  void excludesANodeOnWhichSeveralWorkersFailed() {
    begin(1);
    for (int i = 1; i <= NodeFailures.MOST_PER_NODE; i++) {
      allocate(i, "bad");
      workers.joined(i - 1);
      complete(i, 1);
      passSeconds(YarnWorkers.LONGEST_PAUSE_SECONDS);
    }
    assertThat(cluster.take()).endsWith("exclude bad");
    allocate(9, "bad");
    assertThat(cluster.take()).containsExactly("release c9");
    assertThat(cluster.requests).isOne();
    allocate(10, "good");
    assertThat(cluster.take()).containsExactly("start 3 in c10");
  }

  @Test
  void excludesNoNodeOfAClusterWithTwo() {
    cluster.nodes = 2;
    begin(1);
    for (int i = 1; i <= 2 * NodeFailures.MOST_PER_NODE; i++) {
      allocate(i, "bad");
      workers.joined(i - 1);
      complete(i, 1);
      passSeconds(YarnWorkers.LONGEST_PAUSE_SECONDS);
    }
    assertThat(cluster.take()).doesNotContain("exclude bad");
  }

  @Test
  void aNodeThatIsToBlameIsExcludedThoughItsWorkersWereKilled() {
    cluster.nodes = 3;
    begin(1);
    for (int i = 1; i <= NodeFailures.MOST_PER_NODE; i++) {
      allocate(i, "bad");
      workers.joined(i - 1);
      workers.blame(i - 1);
      workers.kill(i - 1);
      complete(i, ContainerExitStatus.KILLED_BY_APPMASTER);
      passSeconds(YarnWorkers.LONGEST_PAUSE_SECONDS);
    }
    assertThat(cluster.take()).contains("exclude bad");
  }

  @Test
  void killsAWorkerByItsNodeAndReplacesItAtOnce() {
    begin(1);
    allocate(1, "a");
    workers.joined(0);
    cluster.take();
    workers.kill(0);
    workers.kill(0);
    assertThat(cluster.take()).containsExactly("stop c1");
    assertThat(told).isEmpty();
    complete(1, 143);
    assertThat(told).hasSize(1);
    assertThat(cluster.requests).isOne();
  }

  @Test
  void aWorkerOfAnUnreachableNodeHasEndedOnlyAfterItMustHaveNoticed() {
    begin(1);
    allocate(1, "a");
    workers.joined(0);
    workers.kill(0);
    cluster.take();
    workers.stopFailed(ContainerId.newContainerId(ATTEMPT, 1), "no route to host");
    assertThat(cluster.take()).containsExactly("release c1");
    complete(1, ContainerExitStatus.ABORTED);
    passSeconds(FENCE_SECONDS - 1);
    assertThat(told).isEmpty();
    passSeconds(1);
    assertThat(told).hasSize(1);
    assertThat(cluster.requests).isOne();
  }

  @Test
  void anUnreachableNodeThatLostItsContainerLateIsNotWaitedForAgain() {
    begin(1);
    allocate(1, "a");
    workers.kill(0);
    workers.stopFailed(ContainerId.newContainerId(ATTEMPT, 1), "no route to host");
    passSeconds(FENCE_SECONDS);
    complete(1, ContainerExitStatus.ABORTED);
    assertThat(told).hasSize(1);
  }

  @Test
  void aWorkerOfANodeThatDoesNotAnswerHasEndedWhenItMustHaveNoticed() {
    begin(1);
    allocate(1, "a");
    workers.joined(0);
    workers.kill(0);
    cluster.take();
    passSeconds(FENCE_SECONDS - 1);
    assertThat(told).isEmpty();
    passSeconds(1);
    assertThat(cluster.take()).containsExactly("release c1");
    assertThat(told)
        .containsExactly(
            "ended 0: it was to be killed, and its node has not said for 105 s that it is"
                + where(1, "a"));
    assertThat(cluster.requests).isOne();
    workers.stopFailed(ContainerId.newContainerId(ATTEMPT, 1), "no route to host");
    complete(1, ContainerExitStatus.ABORTED);
    assertThat(cluster.take()).isEmpty();
    assertThat(told).hasSize(1);
  }

  @Test
  void aWorkerThatNeverJoinsIsKilledAndHasFailed() {
    begin(1);
    for (int i = 1; i <= NodeFailures.MOST_PER_NODE; i++) {
      allocate(i, "bad");
      cluster.take();
      passSeconds(YarnWorkers.JOIN_SECONDS - 1);
      assertThat(cluster.take()).isEmpty();
      passSeconds(1);
      assertThat(cluster.take()).containsExactly("stop c" + i);
      complete(i, ContainerExitStatus.KILLED_BY_APPMASTER);
      assertThat(told)
          .endsWith(
              "ended " + (i - 1) + ": it has not joined the session for 600 s" + where(i, "bad"));
      assertThat(cluster.requests).isZero();
      passSeconds(YarnWorkers.LONGEST_PAUSE_SECONDS);
      assertThat(cluster.requests).isOne();
    }
    assertThat(cluster.take()).containsExactly("exclude bad");
  }

  @Test
  void aWorkerThatNeverJoinsOnANodeThatDoesNotAnswerIsReplaced() {
    begin(1);
    allocate(1, "a");
    passSeconds(YarnWorkers.JOIN_SECONDS);
    cluster.take();
    passSeconds(FENCE_SECONDS);
    assertThat(cluster.take()).containsExactly("release c1");
    assertThat(told)
        .containsExactly("ended 0: it has not joined the session for 600 s" + where(1, "a"));
    passSeconds(YarnWorkers.FIRST_PAUSE_SECONDS);
    assertThat(cluster.requests).isOne();
  }

  @Test
  void aWorkerThatHasJoinedMayRunForLong() {
    begin(1);
    allocate(1, "a");
    workers.joined(0);
    cluster.take();
    passSeconds(YarnWorkers.JOIN_SECONDS);
    assertThat(cluster.take()).isEmpty();
  }

  @Test
  void givesAContainerBackThatItsNodeDidNotStart() {
    begin(1);
    allocate(1, "a");
    cluster.take();
    workers.startFailed(ContainerId.newContainerId(ATTEMPT, 1), "connection refused");
    assertThat(cluster.take()).containsExactly("release c1");
    assertThat(told).isEmpty();
    complete(1, ContainerExitStatus.ABORTED);
    assertThat(told)
        .containsExactly("ended 0: its node did not start it: connection refused" + where(1, "a"));
  }

  @Test
  void takesEndsThatAreToldAgainAfterARestartOfTheResourceManagerOnce() {
    begin(1);
    allocate(1, "a");
    complete(1, ContainerExitStatus.ABORTED);
    complete(1, ContainerExitStatus.ABORTED);
    assertThat(told).hasSize(1);
    assertThat(cluster.requests).isOne();
  }

  @Test
  void stopsAllAndStartsNoMoreWhenItIsClosed() {
    begin(3);
    allocate(1, "a");
    allocate(2, "b");
    cluster.take();
    workers.close();
    workers.close();
    assertThat(cluster.take()).containsExactlyInAnyOrder("stop c1", "stop c2");
    assertThat(cluster.requests).isZero();
    complete(1, ContainerExitStatus.KILLED_BY_APPMASTER);
    complete(2, 1);
    passSeconds(YarnWorkers.LONGEST_PAUSE_SECONDS);
    assertThat(cluster.requests).isZero();
    allocate(3, "c");
    assertThat(cluster.take()).containsExactly("release c3");
    assertThat(told).hasSize(2);
  }
}
