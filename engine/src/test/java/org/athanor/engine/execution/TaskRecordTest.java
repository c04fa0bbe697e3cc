// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.coordinator.AttemptRef;
import org.athanor.engine.coordinator.AttemptRef.Kind;
import org.athanor.engine.job.ContainerPlace;
import org.junit.jupiter.api.Test;

class TaskRecordTest {
  private final TaskID id = new TaskID(new JobID("1700000000000", 1), TaskType.MAP, 0);
  private final TaskRecord task = new TaskRecord(id, List.of());
  private final SetClock clock = new SetClock();
  private final long begin = clock.currentTimeMillis();

  private AttemptRecord run(float progress) {
    int number = task.attempts().size();
    TaskAttemptID attempt = new TaskAttemptID(id, number);
    AttemptRecord running =
        new AttemptRecord(
            new AttemptRef(Kind.MAP, 0, number),
            attempt,
            number,
            false,
            ContainerPlace.ofJobHere(id.getJobID()),
            new FixedProgress(progress));
    task.attempts().add(running);
    clock.set(1000 + number);
    running.started(clock);
    return running;
  }

  private void end(AttemptRecord attempt, TaskStatus.State how, long millis, String why) {
    clock.set(millis);
    attempt.ended(how, clock, why);
  }

  private TIPStatus status() {
    return task.view(false).status();
  }

  @Test
  void aTaskThatIsTriedAgainHasNotFailed() {
    assertThat(status()).isEqualTo(TIPStatus.PENDING);
    AttemptRecord first = run(0.5f);
    assertThat(status()).isEqualTo(TIPStatus.RUNNING);
    end(first, TaskStatus.State.FAILED, 2000, "no");
    assertThat(status()).isEqualTo(TIPStatus.PENDING);
    assertThat(task.view(false).finishTime()).isZero();
    assertThat(task.view(true).status()).isEqualTo(TIPStatus.KILLED);
  }

  @Test
  void aTaskThatHasFailedForGoodHasFailedAlthoughAnotherAttemptIsKilledLater() {
    AttemptRecord first = run(0.5f);
    AttemptRecord second = run(0.1f);
    end(first, TaskStatus.State.FAILED, 2000, "no");
    task.failForGood();
    end(second, TaskStatus.State.KILLED, 3000, "the task has failed");
    assertThat(status()).isEqualTo(TIPStatus.FAILED);
    assertThat(task.view(true).finishTime()).isEqualTo(begin + 3000);
  }

  @Test
  void theProgressIsThatOfTheAttemptWithTheMost() {
    run(0.7f);
    run(0.1f);
    assertThat(task.progress()).isEqualTo(0.7f);
    run(0.8f);
    assertThat(task.progress()).isEqualTo(0.8f);
  }

  @Test
  void aTaskEndsWithTheAttemptThatSucceeds() {
    AttemptRecord first = run(0.7f);
    AttemptRecord second = run(0.9f);
    end(second, TaskStatus.State.SUCCEEDED, 2000, "");
    assertThat(task.view(false).finishTime()).isEqualTo(begin + 2000);
    end(first, TaskStatus.State.KILLED, 4000, "");
    assertThat(task.view(true).status()).isEqualTo(TIPStatus.COMPLETE);
    assertThat(task.view(true).finishTime()).isEqualTo(begin + 2000);
  }
}
