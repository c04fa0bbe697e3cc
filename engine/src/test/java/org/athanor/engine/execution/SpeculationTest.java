// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.job.ContainerPlace;
import org.junit.jupiter.api.Test;

class SpeculationTest {
  private static final long START = 1_000_000;

  private final List<TaskRecord> tasks = new ArrayList<>();
  private final JobConf conf = new JobConf(false);
  private final SetClock clock = new SetClock();
  private Kind kind = Kind.MAP;

  private TaskRecord task() {
    TaskRecord task =
        new TaskRecord(
            new TaskID(
                new JobID("1700000000000", 1),
                kind == Kind.MAP ? TaskType.MAP : TaskType.REDUCE,
                tasks.size()),
            List.of());
    tasks.add(task);
    return task;
  }

  private AttemptRecord attempt(TaskRecord task, long start, float progress) {
    int number = task.attempts().size();
    AttemptRecord attempt =
        new AttemptRecord(
            new AttemptRef(kind, task.id().getId(), number),
            new TaskAttemptID(task.id(), number),
            0,
            false,
            ContainerPlace.ofJobHere(task.id().getJobID()),
            new FixedProgress(progress));
    clock.set(start);
    attempt.started(clock);
    task.attempts().add(attempt);
    return attempt;
  }

  private void done(int n, long millis) {
    for (int i = 0; i < n; i++) {
      AttemptRecord done = attempt(task(), START, 1);
      clock.set(START + millis);
      done.ended(TaskStatus.State.SUCCEEDED, clock, "");
    }
  }

  private Speculation speculation() {
    return new Speculation(conf, kind);
  }

  private OptionalInt slow(Speculation speculation, long millis) {
    return speculation.slowTask(tasks, TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void findsTheTaskThatGainsMost() {
    done(8, 10_000);
    attempt(task(), START, 0.3f);
    attempt(task(), START, 0.1f);
    attempt(task(), START, 0.9f);
    assertThat(slow(speculation(), START + 20_000)).hasValue(9);
  }

  @Test
  void aTaskThatIsNearlyDoneOrAsFastAsTheOthersIsNotSlow() {
    done(8, 10_000);
    attempt(task(), START, 0.9f);
    attempt(task(), START + 15_000, 0.5f);
    assertThat(slow(speculation(), START + 20_000)).isEmpty();
  }

  @Test
  void nothingIsSlowBeforeOneTaskInTwentyIsDone() {
    done(1, 10_000);
    for (int i = 0; i < 20; i++) {
      attempt(task(), START, 0.01f);
    }
    assertThat(slow(speculation(), START + 20_000)).isEmpty();
    done(1, 10_000);
    assertThat(slow(speculation(), START + 20_000)).isPresent();
  }

  @Test
  void aTaskRunsTwiceAtMost() {
    done(8, 10_000);
    TaskRecord slow = task();
    attempt(slow, START, 0.1f);
    assertThat(slow(speculation(), START + 20_000)).hasValue(8);
    attempt(slow, START + 20_000, 0f);
    assertThat(slow(speculation(), START + 40_000)).isEmpty();
  }

  @Test
  void onlySoManyTasksRunTwice() {
    conf.setInt("mapreduce.job.speculative.minimum-allowed-tasks", 1);
    done(8, 10_000);
    TaskRecord slow = task();
    attempt(slow, START, 0.1f);
    attempt(slow, START, 0.1f);
    attempt(task(), START, 0.1f);
    assertThat(slow(speculation(), START + 20_000)).isEmpty();
    conf.setInt("mapreduce.job.speculative.minimum-allowed-tasks", 2);
    assertThat(slow(speculation(), START + 20_000)).hasValue(9);
  }

  @Test
  void looksAgainAfterThePauses() {
    done(8, 10_000);
    attempt(task(), START, 0.1f);
    attempt(task(), START, 0.2f);
    Speculation speculation = speculation();
    assertThat(slow(speculation, START + 20_000)).hasValue(8);
    assertThat(slow(speculation, START + 34_999)).isEmpty();
    assertThat(slow(speculation, START + 35_000))
        .as("the other one, because the first waits for its second attempt")
        .hasValue(9);
    assertThat(slow(speculation, START + 60_000)).isEmpty();
  }

  @Test
  void tasksThatWaitForASecondAttemptCountAsThoseThatHaveIt() {
    conf.setInt("mapreduce.job.speculative.minimum-allowed-tasks", 1);
    done(8, 10_000);
    attempt(task(), START, 0.1f);
    attempt(task(), START, 0.2f);
    Speculation speculation = speculation();
    assertThat(slow(speculation, START + 20_000)).hasValue(8);
    assertThat(slow(speculation, START + 40_000)).isEmpty();
  }

  @Test
  void noProgressSaysNothingAtFirst() {
    done(8, 10_000);
    attempt(task(), START, 0f);
    assertThat(slow(speculation(), START + 9_000)).isEmpty();
    assertThat(slow(speculation(), START + 11_000)).hasValue(8);
  }

  @Test
  void aClockThatIsSetChangesNoDuration() {
    AttemptRecord first = attempt(task(), START, 1);
    AttemptRecord second = attempt(task(), START, 1);
    attempt(task(), START, 0.1f);
    clock.jump(3_600_000);
    clock.set(START + 10_000);
    first.ended(TaskStatus.State.SUCCEEDED, clock, "");
    clock.jump(-7_200_000);
    second.ended(TaskStatus.State.SUCCEEDED, clock, "");
    assertThat(first.finishTime() - first.startTime()).isEqualTo(10_000);
    assertThat(second.finishTime() - second.startTime()).isEqualTo(10_000);
    assertThat(slow(speculation(), START + 20_000)).hasValue(2);
  }

  @Test
  void anotherAttemptAtAReduceMustGetItsInputFirst() {
    kind = Kind.REDUCE;
    done(8, 10_000);
    attempt(task(), START, (2 + 0.4f) / 3);
    assertThat(slow(speculation(), START + 16_000))
        .as("24 s are left, and another one takes 30 s")
        .isEmpty();
    attempt(task(), START, (2 + 0.2f) / 3);
    assertThat(slow(speculation(), START + 10_000)).as("40 s are left").hasValue(9);
  }

  @Test
  void jobsCanForbidIt() {
    conf.setMapSpeculativeExecution(false);
    done(8, 10_000);
    attempt(task(), START, 0.1f);
    assertThat(slow(speculation(), START + 20_000)).isEmpty();
  }
}
