// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single decisions of the coordinator, and the commands that follow. */
class JobCoordinatorTest {
  private static AttemptRef map(int task, int attempt) {
    return new AttemptRef(Kind.MAP, task, attempt);
  }

  private static AttemptRef reduce(int task, int attempt) {
    return new AttemptRef(Kind.REDUCE, task, attempt);
  }

  private static Command launch(AttemptRef attempt) {
    return new Command.Launch(attempt, 0, false);
  }

  private static Command assign(int assignment, int worker, Integer... partitions) {
    return new Command.Assign(assignment, worker, List.of(partitions));
  }

  private static JobModel running(int maps, int reduces, int attempts, int percent) {
    JobModel job =
        new JobModel(new JobPlan(maps, reduces, attempts, attempts, percent, percent, 3));
    assertThat(job.happens(new Event.Submitted())).containsExactly(new Command.SetUpJob());
    job.happens(new Event.SetUp());
    return job;
  }

  private static List<Command> succeed(JobModel job, AttemptRef attempt) {
    return job.happens(new Event.AttemptSucceeded(attempt));
  }

  private static List<Command> fail(JobModel job, AttemptRef attempt) {
    return job.happens(new Event.AttemptFailed(attempt, "boom"));
  }

  @Test
  void runsMapsThenReducesThenCommits() {
    JobModel job = new JobModel(new JobPlan(2, 2, 4, 4, 0, 0, 3));
    assertThat(job.happens(new Event.Submitted())).containsExactly(new Command.SetUpJob());
    assertThat(job.coordinator().state()).isEqualTo(JobState.SETTING_UP);
    assertThat(job.happens(new Event.SetUp()))
        .containsExactly(assign(1, 0, 0, 1), launch(map(0, 0)), launch(map(1, 0)));
    assertThat(job.coordinator().state()).isEqualTo(JobState.RUNNING);
    assertThat(succeed(job, map(1, 0))).isEmpty();
    assertThat(succeed(job, map(0, 0))).containsExactly(launch(reduce(0, 0)), launch(reduce(1, 0)));
    assertThat(succeed(job, reduce(0, 0))).isEmpty();
    assertThat(succeed(job, reduce(1, 0))).containsExactly(new Command.CommitJob());
    assertThat(job.coordinator().state()).isEqualTo(JobState.COMMITTING);
    assertThat(job.happens(new Event.Committed()))
        .containsExactly(new Command.End(JobState.SUCCEEDED));
  }

  @Test
  void commitsAtOnceWithoutAnyTask() {
    JobModel job = new JobModel(new JobPlan(0, 0, 4, 4, 0, 0, 3));
    job.happens(new Event.Submitted());
    assertThat(job.happens(new Event.SetUp())).containsExactly(new Command.CommitJob());
  }

  @Test
  void reducesAtOnceWithoutMaps() {
    JobModel job = new JobModel(new JobPlan(0, 1, 4, 4, 0, 0, 3));
    job.happens(new Event.Submitted());
    assertThat(job.happens(new Event.SetUp()))
        .containsExactly(assign(1, 0, 0), launch(reduce(0, 0)));
  }

  @Test
  void commitsAfterTheMapsOfAMapOnlyJob() {
    JobModel job = running(1, 0, 4, 0);
    assertThat(succeed(job, map(0, 0))).containsExactly(new Command.CommitJob());
  }

  @ParameterizedTest
  @CsvSource({"1, 1 time", "2, 2 times", "4, 4 times"})
  void retriesATaskAsOftenAsItMayThenFailsTheJob(int attempts, String times) {
    for (boolean inMap : new boolean[] {true, false}) {
      JobModel job = running(1, 1, attempts, 0);
      if (!inMap) {
        succeed(job, map(0, 0));
      }
      for (int i = 0; i < attempts - 1; i++) {
        assertThat(fail(job, inMap ? map(0, i) : reduce(0, i)))
            .containsExactly(launch(inMap ? map(0, i + 1) : reduce(0, i + 1)));
      }
      assertThat(fail(job, inMap ? map(0, attempts - 1) : reduce(0, attempts - 1)))
          .containsExactly(new Command.AbortJob(false));
      assertThat(job.coordinator().reason())
          .isEqualTo((inMap ? "map" : "reduce") + " 0 failed " + times + ": boom");
      assertThat(job.happens(new Event.Aborted()))
          .containsExactly(new Command.End(JobState.FAILED));
    }
  }

  @Test
  void countsFailuresOfEachTaskForItself() {
    JobModel job = running(2, 0, 2, 0);
    assertThat(fail(job, map(0, 0))).containsExactly(launch(map(0, 1)));
    assertThat(fail(job, map(1, 0))).containsExactly(launch(map(1, 1)));
    assertThat(succeed(job, map(0, 1))).isEmpty();
    assertThat(succeed(job, map(1, 1))).containsExactly(new Command.CommitJob());
  }

  /** Of 4 tasks so many fail; the job tolerates failures up to the percentage, inclusive. */
  @ParameterizedTest
  @CsvSource({"0, 0", "24, 0", "25, 1", "49, 1", "50, 2", "99, 3", "100, 4"})
  void bearsFailedTasksUpToThePercentage(int percent, int borne) {
    for (boolean inMap : new boolean[] {true, false}) {
      JobModel job = running(inMap ? 4 : 0, inMap ? 0 : 4, 1, percent);
      for (int task = 0; task < 4; task++) {
        AttemptRef attempt = inMap ? map(task, 0) : reduce(task, 0);
        List<Command> commands = task <= borne ? fail(job, attempt) : List.of();
        if (task < borne) {
          assertThat(commands).isEqualTo(task == 3 ? List.of(new Command.CommitJob()) : List.of());
        } else if (task == borne) {
          assertThat(job.coordinator().state()).isIn(JobState.STOPPING, JobState.ABORTING);
        }
      }
    }
  }

  @Test
  void reducesAfterTheLastMapWasGivenUp() {
    JobModel job = running(2, 1, 1, 50);
    assertThat(succeed(job, map(0, 0))).isEmpty();
    assertThat(fail(job, map(1, 0))).containsExactly(launch(reduce(0, 0)));
  }

  @Test
  void stopsTheOtherAttemptsBeforeItAborts() {
    JobModel job = running(3, 0, 1, 0);
    assertThat(fail(job, map(1, 0)))
        .containsExactly(new Command.Stop(map(0, 0)), new Command.Stop(map(2, 0)));
    assertThat(succeed(job, map(0, 0))).isEmpty();
    assertThat(job.happens(new Event.AttemptStopped(map(2, 0))))
        .containsExactly(new Command.AbortJob(false));
  }

  @Test
  void killsARunningJob() {
    JobModel job = running(2, 1, 4, 0);
    succeed(job, map(0, 0));
    assertThat(job.happens(new Event.KillJob("enough")))
        .containsExactly(new Command.Stop(map(1, 0)));
    assertThat(job.coordinator().endReason(map(1, 0))).isEqualTo("enough");
    assertThat(job.coordinator().endsAsFailure(map(1, 0))).isFalse();
    assertThat(job.happens(new Event.AttemptStopped(map(1, 0))))
        .containsExactly(new Command.AbortJob(true));
    assertThat(job.happens(new Event.Aborted())).containsExactly(new Command.End(JobState.KILLED));
    assertThat(job.coordinator().reason()).isEqualTo("enough");
  }

  @Test
  void waitsForTheSetUpOfAJobThatIsKilledMeanwhile() {
    for (boolean setUpFails : new boolean[] {true, false}) {
      JobModel job = new JobModel(new JobPlan(1, 1, 4, 4, 0, 0, 3));
      job.happens(new Event.Submitted());
      assertThat(job.happens(new Event.KillJob("early"))).isEmpty();
      assertThat(job.happens(setUpFails ? new Event.SetUpFailed("late") : new Event.SetUp()))
          .containsExactly(new Command.AbortJob(true));
      assertThat(job.happens(new Event.Aborted()))
          .containsExactly(new Command.End(JobState.KILLED));
      assertThat(job.coordinator().reason()).isEqualTo("early");
    }
  }

  @Test
  void abortsWhenSetUpFails() {
    JobModel job = new JobModel(new JobPlan(1, 1, 4, 4, 0, 0, 3));
    job.happens(new Event.Submitted());
    assertThat(job.happens(new Event.SetUpFailed("set-up failed: no")))
        .containsExactly(new Command.AbortJob(false));
    assertThat(job.coordinator().reason()).isEqualTo("set-up failed: no");
  }

  @Test
  void abortsWhenCommitFails() {
    JobModel job = running(1, 0, 4, 0);
    succeed(job, map(0, 0));
    assertThat(job.happens(new Event.CommitFailed("commit failed: no")))
        .containsExactly(new Command.AbortJob(false));
    assertThat(job.happens(new Event.Aborted())).containsExactly(new Command.End(JobState.FAILED));
    assertThat(job.coordinator().reason()).isEqualTo("commit failed: no");
  }

  @Test
  void aKillStopsACommit() {
    JobModel job = running(1, 0, 4, 0);
    succeed(job, map(0, 0));
    assertThat(job.happens(new Event.KillJob("mine"))).containsExactly(new Command.StopCommit());
    assertThat(job.happens(new Event.KillJob("again"))).isEmpty();
    assertThat(job.happens(new Event.CommitFailed("interrupted")))
        .containsExactly(new Command.AbortJob(true));
    assertThat(job.happens(new Event.Aborted())).containsExactly(new Command.End(JobState.KILLED));
    assertThat(job.coordinator().reason()).isEqualTo("mine");
  }

  @Test
  void aJobThatCommitsAllTheSameHasSucceeded() {
    JobModel job = running(1, 0, 4, 0);
    succeed(job, map(0, 0));
    assertThat(job.happens(new Event.KillJob("late"))).containsExactly(new Command.StopCommit());
    assertThat(job.happens(new Event.Committed()))
        .containsExactly(new Command.End(JobState.SUCCEEDED));
    assertThat(job.coordinator().reason()).isEmpty();
  }

  @Test
  void runsAKilledAttemptAgainWithoutCountingIt() {
    JobModel job = running(1, 0, 1, 0);
    for (int i = 0; i < 10; i++) {
      assertThat(job.happens(new Event.EndAttempt(map(0, i), false, "moved")))
          .containsExactly(new Command.Stop(map(0, i)));
      assertThat(job.happens(new Event.AttemptStopped(map(0, i))))
          .containsExactly(launch(map(0, i + 1)));
    }
    assertThat(succeed(job, map(0, 10))).containsExactly(new Command.CommitJob());
  }

  @Test
  void countsAnAttemptThatIsEndedAsFailed() {
    JobModel job = running(1, 0, 2, 0);
    job.happens(new Event.EndAttempt(map(0, 0), true, "timed out"));
    assertThat(job.coordinator().endsAsFailure(map(0, 0))).isTrue();
    assertThat(job.happens(new Event.AttemptStopped(map(0, 0)))).containsExactly(launch(map(0, 1)));
    job.happens(new Event.EndAttempt(map(0, 1), true, "timed out again"));
    assertThat(job.happens(new Event.AttemptStopped(map(0, 1))))
        .containsExactly(new Command.AbortJob(false));
    assertThat(job.coordinator().reason()).isEqualTo("map 0 failed 2 times: timed out again");
  }

  @Test
  void ignoresEventsOfAttemptsThatDoNotRun() {
    JobModel job = running(1, 1, 4, 0);
    fail(job, map(0, 0));
    assertThat(succeed(job, map(0, 0))).isEmpty();
    assertThat(fail(job, map(0, 3))).isEmpty();
    assertThat(succeed(job, reduce(0, 0))).isEmpty();
    assertThat(job.happens(new Event.EndAttempt(map(0, 0), true, "stale"))).isEmpty();
    assertThat(job.coordinator().endReason(map(0, 0))).isEmpty();
    assertThat(succeed(job, map(0, 1))).containsExactly(launch(reduce(0, 0)));
  }

  // Several Workers

  private static final Locality.Place A = new Locality.Place("a", "rack1");
  private static final Locality.Place B = new Locality.Place("b", "rack1");
  private static final Locality.Place C = new Locality.Place("c", "rack2");

  /** A job on Workers 0, 1 and 2 at A, B and C. */
  private static JobModel onWorkers(JobPlan plan, Locality locality) {
    JobModel job = new JobModel(plan, locality);
    job.happens(new Event.WorkerJoined(0, A));
    job.happens(new Event.WorkerJoined(1, B));
    job.happens(new Event.WorkerJoined(2, C));
    job.happens(new Event.Submitted());
    job.happens(new Event.SetUp());
    return job;
  }

  private static JobModel onWorkers(int maps, int reduces, int attempts, int percent) {
    return onWorkers(
        new JobPlan(maps, reduces, attempts, attempts, percent, percent, 3), Locality.NONE);
  }

  private static List<Command> offer(JobModel job, int worker) {
    return job.happens(new Event.SlotFree(worker, false));
  }

  private static Command launch(AttemptRef attempt, int worker) {
    return new Command.Launch(attempt, worker, false);
  }

  @Test
  void aFreeSlotGetsOneTaskInTheirOrder() {
    JobModel job = onWorkers(2, 1, 4, 0);
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 0), 1));
    assertThat(offer(job, 0)).containsExactly(launch(map(1, 0), 0));
    assertThat(offer(job, 2)).isEmpty();
    assertThat(fail(job, map(0, 0))).isEmpty();
    assertThat(offer(job, 2)).containsExactly(launch(map(0, 1), 2));
    assertThat(offer(job, 7)).isEmpty();
  }

  private static Locality.Input on(String host, String rack) {
    return new Locality.Input(List.of(host), List.of(rack));
  }

  @Test
  void aMapWaitsForAWorkerNearItsInput() {
    Locality locality =
        new Locality(
            List.of(on("c", "rack2"), on("b", "rack1"), on("a", "rack1"), on("x", "rack9")), 100);
    JobModel job = onWorkers(new JobPlan(4, 0, 4, 4, 0, 0, 3), locality);
    job.happens(new Event.TimePassed(5));
    assertThat(offer(job, 0)).containsExactly(launch(map(2, 0), 0));
    assertThat(offer(job, 0)).as("nobody is near map 3").containsExactly(launch(map(3, 0), 0));
    assertThat(offer(job, 0)).isEmpty();
    job.happens(new Event.TimePassed(100));
    assertThat(offer(job, 0)).as("in the rack").containsExactly(launch(map(1, 0), 0));
    assertThat(offer(job, 0))
        .as("there is no other Worker in the rack")
        .containsExactly(launch(map(0, 0), 0));
  }

  @Test
  void aMapWaitsLongerForItsRackThanForItsHost() {
    Locality locality = new Locality(List.of(on("a", "rack1")), 100);
    JobModel job = onWorkers(new JobPlan(1, 0, 4, 4, 0, 0, 3), locality);
    job.happens(new Event.TimePassed(99));
    assertThat(offer(job, 1)).isEmpty();
    job.happens(new Event.TimePassed(100));
    assertThat(offer(job, 2)).isEmpty();
    job.happens(new Event.TimePassed(199));
    assertThat(offer(job, 2)).isEmpty();
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 0), 1));
    assertThat(fail(job, map(0, 0))).isEmpty();
    assertThat(offer(job, 2)).as("it waits anew").isEmpty();
    job.happens(new Event.TimePassed(399));
    assertThat(offer(job, 2)).containsExactly(launch(map(0, 1), 2));
  }

  @Test
  void theLossOfAWorkerIsNoFailureOfItsTasks() {
    JobModel job = onWorkers(2, 0, 1, 0);
    offer(job, 0);
    offer(job, 1);
    assertThat(job.happens(new Event.WorkerLost(0, true))).isEmpty();
    assertThat(offer(job, 0)).isEmpty();
    assertThat(succeed(job, map(0, 0))).isEmpty();
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 1), 1));
    succeed(job, map(1, 0));
    assertThat(succeed(job, map(0, 1))).containsExactly(new Command.CommitJob());
  }

  @Test
  void aTaskRunsAgainWhenTheOutputOfItsLostAttemptIsRemoved() {
    JobModel job = onWorkers(2, 0, 1, 0);
    offer(job, 0);
    offer(job, 1);
    job.happens(new Event.OutputAborting(map(0, 0)));
    job.happens(new Event.WorkerLost(0, true));
    assertThat(offer(job, 1)).isEmpty();
    assertThat(job.happens(new Event.OutputAborted(map(0, 0)))).isEmpty();
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 1), 1));
  }

  @Test
  void aTaskThatLosesWorkersRunsAloneAndThenFails() {
    JobModel job = onWorkers(1, 0, 2, 0);
    offer(job, 0);
    job.happens(new Event.WorkerLost(0, true));
    offer(job, 1);
    job.happens(new Event.WorkerLost(1, true));
    assertThat(offer(job, 2)).isEmpty();
    assertThat(job.happens(new Event.SlotFree(2, true)))
        .containsExactly(new Command.Launch(map(0, 2), 2, true));
    assertThat(job.happens(new Event.WorkerLost(2, true))).isEmpty();
    job.happens(new Event.WorkerJoined(3, A));
    assertThat(job.happens(new Event.SlotFree(3, true)))
        .containsExactly(new Command.Launch(map(0, 3), 3, true));
    assertThat(job.happens(new Event.WorkerLost(3, true)))
        .containsExactly(new Command.AbortJob(false));
    assertThat(job.coordinator().reason())
        .isEqualTo("map 0 failed 2 times: its Worker ended, which ran nothing else");
  }

  @Test
  void aJobThatFailsTellsNothingToALostWorker() {
    JobModel job = onWorkers(3, 0, 1, 0);
    offer(job, 0);
    offer(job, 0);
    offer(job, 1);
    job.happens(new Event.EndAttempt(map(0, 0), true, "timed out"));
    assertThat(job.happens(new Event.WorkerLost(0, true)))
        .containsExactly(new Command.Stop(map(2, 0)));
    assertThat(job.happens(new Event.AttemptStopped(map(2, 0))))
        .containsExactly(new Command.AbortJob(false));
  }

  // Commits of attempts

  @Test
  void oneAttemptOfATaskMayCommit() {
    JobModel job = onWorkers(1, 0, 4, 0);
    offer(job, 0);
    job.happens(new Event.TaskIsSlow(Kind.MAP, 0));
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 1), 1));
    assertThat(job.happens(new Event.CommitAsked(map(0, 1))))
        .containsExactly(new Command.GrantCommit(map(0, 1)));
    assertThat(job.happens(new Event.CommitAsked(map(0, 0))))
        .containsExactly(new Command.DenyCommit(map(0, 0)));
    assertThat(fail(job, map(0, 1))).isEmpty();
    assertThat(job.happens(new Event.CommitAsked(map(0, 0))))
        .containsExactly(new Command.GrantCommit(map(0, 0)));
    assertThat(succeed(job, map(0, 0))).containsExactly(new Command.CommitJob());
  }

  @Test
  void anAttemptThatWasToldToStopMayNotCommit() {
    JobModel job = running(2, 0, 4, 0);
    job.happens(new Event.EndAttempt(map(0, 0), false, "moved"));
    assertThat(job.happens(new Event.CommitAsked(map(0, 0))))
        .containsExactly(new Command.DenyCommit(map(0, 0)));
    job.happens(new Event.KillJob("enough"));
    assertThat(job.happens(new Event.CommitAsked(map(1, 0))))
        .containsExactly(new Command.DenyCommit(map(1, 0)));
  }

  // Slow tasks

  @Test
  void theFirstAttemptToSucceedCountsAndTheOtherIsStopped() {
    JobModel job = onWorkers(1, 1, 4, 0);
    offer(job, 0);
    job.happens(new Event.TaskIsSlow(Kind.MAP, 0));
    assertThat(offer(job, 0)).as("on the same Worker").isEmpty();
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 1), 1));
    job.happens(new Event.TaskIsSlow(Kind.MAP, 0));
    assertThat(offer(job, 2)).as("a third attempt").isEmpty();
    assertThat(succeed(job, map(0, 1))).containsExactly(new Command.Stop(map(0, 0)));
    assertThat(job.coordinator().endsAsFailure(map(0, 0))).isFalse();
    assertThat(job.coordinator().awaits(map(0, 0))).isFalse();
    assertThat(succeed(job, map(0, 0))).isEmpty();
    job.happens(new Event.Delivered(1, 0));
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 0), 0));
    assertThat(succeed(job, reduce(0, 0))).containsExactly(new Command.CommitJob());
  }

  @Test
  void theJobIsNotCommittedWhileAnAttemptRunsThatIsNotNeeded() {
    JobModel job = onWorkers(1, 0, 4, 0);
    offer(job, 0);
    job.happens(new Event.TaskIsSlow(Kind.MAP, 0));
    offer(job, 1);
    assertThat(succeed(job, map(0, 0))).containsExactly(new Command.Stop(map(0, 1)));
    assertThat(job.happens(new Event.AttemptStopped(map(0, 1))))
        .containsExactly(new Command.CommitJob());
  }

  @Test
  void aFailureIsNoneOfTheOtherAttempt() {
    JobModel job = onWorkers(1, 0, 2, 0);
    offer(job, 0);
    job.happens(new Event.TaskIsSlow(Kind.MAP, 0));
    offer(job, 1);
    assertThat(fail(job, map(0, 0))).isEmpty();
    assertThat(offer(job, 0)).isEmpty();
    assertThat(succeed(job, map(0, 1))).containsExactly(new Command.CommitJob());
  }

  @Test
  void aTaskThatFailsForGoodIsStopped() {
    JobModel job = onWorkers(2, 0, 1, 50);
    offer(job, 0);
    offer(job, 0);
    job.happens(new Event.TaskIsSlow(Kind.MAP, 0));
    offer(job, 1);
    assertThat(fail(job, map(0, 1))).containsExactly(new Command.Stop(map(0, 0)));
    assertThat(job.happens(new Event.AttemptStopped(map(0, 0)))).isEmpty();
    assertThat(succeed(job, map(1, 0))).containsExactly(new Command.CommitJob());
  }

  @Test
  void aTaskThatHasFailedForGoodWaitsForNoWorker() {
    JobModel job = onWorkers(2, 0, 1, 50);
    offer(job, 0);
    offer(job, 0);
    job.happens(new Event.TaskIsSlow(Kind.MAP, 0));
    assertThat(fail(job, map(0, 0))).isEmpty();
    assertThat(offer(job, 1)).isEmpty();
    assertThat(succeed(job, map(1, 0))).containsExactly(new Command.CommitJob());
  }

  @Test
  void aSlowTaskThatFailsHasWaitedAlready() {
    Locality locality = new Locality(List.of(on("a", "rack1")), 100);
    JobModel job = onWorkers(new JobPlan(1, 0, 4, 4, 0, 0, 3), locality);
    offer(job, 0);
    job.happens(new Event.TimePassed(50));
    job.happens(new Event.TaskIsSlow(Kind.MAP, 0));
    job.happens(new Event.TimePassed(150));
    assertThat(fail(job, map(0, 0))).isEmpty();
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 1), 1));
  }

  // Partitions

  private static List<Command> delivered(JobModel job, int assignment, int map) {
    return job.happens(new Event.Delivered(assignment, map));
  }

  private static List<Command> lose(JobModel job, int worker) {
    return job.happens(new Event.WorkerLost(worker, true));
  }

  private static List<Command> join(JobModel job, int worker) {
    return job.happens(new Event.WorkerJoined(worker, new Locality.Place("new", "rack1")));
  }

  /** Runs so many maps on the Worker with that number. */
  private static void runMaps(JobModel job, int from, int to, int worker) {
    for (int map = from; map < to; map++) {
      assertThat(offer(job, worker)).containsExactly(launch(map(map, 0), worker));
      succeed(job, map(map, 0));
    }
  }

  @Test
  void theWorkersShareThePartitions() {
    JobModel job = new JobModel(new JobPlan(0, 5, 4, 4, 0, 0, 3), Locality.NONE);
    join(job, 0);
    join(job, 1);
    job.happens(new Event.Submitted());
    assertThat(job.happens(new Event.SetUp()))
        .containsExactly(assign(1, 0, 0, 2, 4), assign(2, 1, 1, 3));
    assertThat(offer(job, 1)).containsExactly(launch(reduce(1, 0), 1));
    assertThat(offer(job, 1)).containsExactly(launch(reduce(3, 0), 1));
    assertThat(offer(job, 1)).isEmpty();
  }

  @Test
  void aReduceRunsWhereItsPartitionIsOnceAllOfItIsThere() {
    JobModel job = onWorkers(2, 1, 4, 0);
    runMaps(job, 0, 2, 1);
    assertThat(delivered(job, 1, 0)).isEmpty();
    assertThat(offer(job, 0)).isEmpty();
    delivered(job, 1, 1);
    assertThat(offer(job, 1)).isEmpty();
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 0), 0));
  }

  @Test
  void outputOfAMapThatRanWhereThePartitionIsNeedsNoDelivery() {
    JobModel job = onWorkers(1, 1, 4, 0);
    runMaps(job, 0, 1, 0);
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 0), 0));
  }

  @Test
  void theOutputOfALostWorkerThatIsDeliveredIsNotMissed() {
    JobModel job = onWorkers(2, 1, 4, 0);
    runMaps(job, 0, 2, 1);
    delivered(job, 1, 0);
    lose(job, 1);
    assertThat(offer(job, 2)).containsExactly(launch(map(1, 1), 2));
    succeed(job, map(1, 1));
    delivered(job, 1, 1);
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 0), 0));
  }

  @Test
  void thePartitionsOfALostWorkerGoToOthersWithAllTheirInput() {
    JobModel job = onWorkers(2, 1, 4, 0);
    runMaps(job, 0, 1, 0);
    runMaps(job, 1, 2, 1);
    delivered(job, 1, 1);
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 0), 0));
    assertThat(lose(job, 0)).containsExactly(assign(2, 1, 0), new Command.Undo(0));
    assertThat(offer(job, 2)).as("its output is lost").containsExactly(launch(map(0, 1), 2));
    succeed(job, map(0, 1));
    delivered(job, 2, 0);
    assertThat(offer(job, 1)).containsExactly(launch(reduce(0, 1), 1));
  }

  @Test
  void withoutAWorkerPartitionsWaitForOne() {
    JobModel job = onWorkers(1, 2, 4, 0);
    lose(job, 2);
    lose(job, 1);
    assertThat(lose(job, 0)).isEmpty();
    assertThat(join(job, 3)).containsExactly(assign(4, 3, 0, 1));
  }

  @Test
  void aWorkerThatJoinsEarlyTakesItsPartOfThePartitions() {
    JobModel job = onWorkers(2, 4, 4, 0);
    lose(job, 1);
    lose(job, 2);
    assertThat(join(job, 3))
        .containsExactly(new Command.Withdraw(1, List.of(0, 3)), assign(6, 3, 0, 3));
    runMaps(job, 0, 2, 3);
    assertThat(join(job, 4)).as("too late").isEmpty();
  }

  @Test
  void aWorkerThatJoinsTakesNothingFromWorkersWithOnePartition() {
    JobModel job = onWorkers(2, 3, 4, 0);
    assertThat(join(job, 3)).isEmpty();
  }

  @Test
  void aSlowReduceGetsItsPartitionOnAnotherWorkerToo() {
    JobModel job = onWorkers(1, 1, 4, 0);
    runMaps(job, 0, 1, 0);
    offer(job, 0);
    assertThat(job.happens(new Event.TaskIsSlow(Kind.REDUCE, 0))).containsExactly(assign(2, 1, 0));
    assertThat(job.happens(new Event.TaskIsSlow(Kind.REDUCE, 0))).isEmpty();
    assertThat(offer(job, 1)).isEmpty();
    delivered(job, 2, 0);
    assertThat(offer(job, 1)).containsExactly(launch(reduce(0, 1), 1));
  }

  @Test
  void aSlowReduceMayNeedMapsToRunAgain() {
    JobModel job = onWorkers(1, 1, 4, 0);
    runMaps(job, 0, 1, 1);
    delivered(job, 1, 0);
    offer(job, 0);
    assertThat(lose(job, 1)).isEmpty();
    assertThat(offer(job, 2)).isEmpty();
    assertThat(job.happens(new Event.TaskIsSlow(Kind.REDUCE, 0)))
        .containsExactly(assign(2, 2, 0), new Command.Undo(0));
    assertThat(offer(job, 0)).containsExactly(launch(map(0, 1), 0));
  }

  /** A job whose only reduce runs, and whose map must run again for its second attempt. */
  private static JobModel withAMapThatRunsAgain(int attempts) {
    JobModel job = onWorkers(1, 1, attempts, 0);
    runMaps(job, 0, 1, 2);
    delivered(job, 1, 0);
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 0), 0));
    job.happens(new Event.TaskIsSlow(Kind.REDUCE, 0));
    assertThat(lose(job, 2)).containsExactly(new Command.Undo(0));
    return job;
  }

  @Test
  void mapsThatWaitToRunAgainDoNotAfterTheLastReduce() {
    JobModel job = withAMapThatRunsAgain(4);
    assertThat(succeed(job, reduce(0, 0))).containsExactly(new Command.CommitJob());
    assertThat(offer(job, 1)).isEmpty();
  }

  @Test
  void mapsThatRunAgainStopWithTheLastReduce() {
    JobModel job = withAMapThatRunsAgain(1);
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 1), 1));
    assertThat(succeed(job, reduce(0, 0))).containsExactly(new Command.Stop(map(0, 1)));
    assertThat(fail(job, map(0, 1))).containsExactly(new Command.CommitJob());
  }

  // Failures of the job that are not those of attempts

  @Test
  void aJobThatNobodyCanRunStopsWhenItIsSetUp() {
    JobModel job = new JobModel(new JobPlan(1, 1, 4, 4, 0, 0, 3));
    job.happens(new Event.Submitted());
    assertThat(job.happens(new Event.JobFailed("no Worker"))).isEmpty();
    assertThat(job.happens(new Event.SetUp())).containsExactly(new Command.AbortJob(false));
    assertThat(job.happens(new Event.Aborted())).containsExactly(new Command.End(JobState.FAILED));
    assertThat(job.coordinator().reason()).isEqualTo("no Worker");
  }

  @Test
  void aJobThatIsBeingCommittedNeedsNoWorker() {
    JobModel job = running(1, 0, 4, 0);
    succeed(job, map(0, 0));
    assertThat(job.happens(new Event.JobFailed("no Worker"))).isEmpty();
    assertThat(job.happens(new Event.Committed()))
        .containsExactly(new Command.End(JobState.SUCCEEDED));
  }

  // Workers on which attempts fail

  @Test
  void aTaskThatHasFailedRunsElsewhereIfItCan() {
    JobModel job = onWorkers(1, 0, 4, 0);
    assertThat(offer(job, 0)).containsExactly(launch(map(0, 0), 0));
    fail(job, map(0, 0));
    assertThat(offer(job, 0)).isEmpty();
    assertThat(offer(job, 1)).containsExactly(launch(map(0, 1), 1));
    fail(job, map(0, 1));
    assertThat(offer(job, 0)).isEmpty();
    job.happens(new Event.TimePassed(FailingWorkers.PATIENCE_MILLIS));
    assertThat(offer(job, 0)).containsExactly(launch(map(0, 2), 0));
  }

  @Test
  void aTaskThatHasFailedOnAllWorkersRunsOnAny() {
    JobModel job = onWorkers(1, 0, 4, 0);
    for (int worker = 0; worker < 3; worker++) {
      assertThat(offer(job, worker)).hasSize(1);
      fail(job, map(0, worker));
    }
    assertThat(offer(job, 0)).containsExactly(launch(map(0, 3), 0));
  }

  @Test
  void aReduceThatHasFailedGetsItsInputElsewhere() {
    JobModel job = onWorkers(1, 1, 4, 0);
    runMaps(job, 0, 1, 0);
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 0), 0));
    assertThat(fail(job, reduce(0, 0))).containsExactly(assign(2, 1, 0));
    assertThat(offer(job, 0)).isEmpty();
    delivered(job, 2, 0);
    assertThat(offer(job, 1)).containsExactly(launch(reduce(0, 1), 1));
  }

  @Test
  void aReduceThatHasFailedOnAllItsOwnersWaitsForNobody() {
    JobModel job = onWorkers(1, 1, 4, 0);
    runMaps(job, 0, 1, 0);
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 0), 0));
    fail(job, reduce(0, 0));
    delivered(job, 2, 0);
    assertThat(offer(job, 1)).containsExactly(launch(reduce(0, 1), 1));
    fail(job, reduce(0, 1));
    assertThat(offer(job, 0)).containsExactly(launch(reduce(0, 2), 0));
  }

  @Test
  void aWorkerOnWhichManyAttemptsFailGetsNoMaps() {
    JobModel job = onWorkers(9, 0, 4, 0);
    join(job, 3); // the fourth
    for (int map = 0; map < 3; map++) {
      assertThat(offer(job, 0)).containsExactly(launch(map(map, 0), 0));
      fail(job, map(map, 0));
    }
    assertThat(offer(job, 0)).as("map 3 has not failed there").isEmpty();
    assertThat(offer(job, 1)).hasSize(1);
    lose(job, 3);
    assertThat(offer(job, 0)).as("one of three is too many to avoid").hasSize(1);
  }

  @Test
  void theDistanceOfAMapFromItsInputIsKnown() {
    Locality locality =
        new Locality(List.of(on("a", "rack1"), new Locality.Input(List.of(), List.of())), 0);
    JobModel job = onWorkers(new JobPlan(2, 0, 4, 4, 0, 0, 3), locality);
    assertThat(job.coordinator().distanceOf(1, 0))
        .as("nowhere in particular")
        .contains(Locality.Distance.FAR);
    assertThat(job.coordinator().distanceOf(0, 99)).isEmpty();
    JobModel unknown = running(1, 0, 4, 0);
    assertThat(unknown.coordinator().distanceOf(0, 0)).isEmpty();
  }

  @Test
  void anAttemptThatIsToldToStopTwiceEndsAsItWasToldFirst() {
    JobModel job = running(1, 0, 1, 0);
    job.happens(new Event.EndAttempt(map(0, 0), false, "killed"));
    assertThat(job.happens(new Event.EndAttempt(map(0, 0), true, "exited"))).isEmpty();
    assertThat(job.happens(new Event.AttemptStopped(map(0, 0)))).containsExactly(launch(map(0, 1)));
  }

  @Test
  void workersThatTheClusterTakesAreNotHeldAgainstTheirTasks() {
    JobModel job = onWorkers(1, 0, 1, 0);
    for (int worker = 0; worker < 3; worker++) {
      assertThat(offer(job, worker)).containsExactly(launch(map(0, worker), worker));
      assertThat(job.happens(new Event.WorkerLost(worker, false))).isEmpty();
    }
    join(job, 3);
    assertThat(offer(job, 3)).as("not alone").containsExactly(launch(map(0, 3), 3));
  }
}
