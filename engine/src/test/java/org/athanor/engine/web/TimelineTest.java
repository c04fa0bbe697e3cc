// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskType;
import org.athanor.engine.job.AttemptView;
import org.athanor.engine.job.TaskView;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final long NOW = 100_000;

  private static TaskView map(int index, int worker, long begin, long end) {
    TaskAttemptID id = new TaskAttemptID("1", 1, TaskType.MAP, index, 0);
    AttemptView attempt =
        new AttemptView(
            id,
            end == 0 ? TaskStatus.State.RUNNING : TaskStatus.State.SUCCEEDED,
            TaskStatus.Phase.MAP,
            1,
            "",
            begin,
            0,
            0,
            end,
            new Counters(),
            List.of(),
            Optional.empty(),
            worker);
    return new TaskView(
        id.getTaskID(),
        TIPStatus.COMPLETE,
        1,
        begin,
        end,
        new Counters(),
        Optional.empty(),
        List.of(attempt),
        List.of());
  }

  @Test
  void whatRanAtOnceHasDifferentLanes() {
    Timeline timeline =
        Timeline.of(
            List.of(
                map(0, 0, 1000, 2000),
                map(1, 0, 1500, 0),
                map(2, 0, 2000, 3000),
                map(3, 1, 1000, 1100),
                map(4, 1, 0, 0)),
            List.of(),
            NOW);
    assertThat(timeline.begin()).isEqualTo(1000);
    assertThat(timeline.end()).isEqualTo(NOW);
    assertThat(timeline.workers().get(0)).hasSize(2);
    assertThat(timeline.workers().get(0).get(0).attempts()).hasSize(2);
    assertThat(timeline.workers().get(1)).hasSize(1);
    assertThat(timeline.left()).isZero();
  }

  @Test
  void lanesNeverOverlapAndHoldTheLastAttempts() {
    Random random = Seeds.of("lanes");
    List<TaskView> maps = new ArrayList<>();
    for (int i = 0; i < Timeline.MOST + 500; i++) {
      long begin = 1L + random.nextInt(90_000);
      long end = random.nextInt(20) == 0 ? 0 : begin + random.nextInt(500);
      maps.add(map(i, random.nextInt(3), begin, end));
    }
    Timeline timeline = Timeline.of(maps, List.of(), NOW);
    int drawn = 0;
    for (List<Timeline.Lane> lanes : timeline.workers().values()) {
      for (Timeline.Lane lane : lanes) {
        long last = 0;
        for (AttemptView attempt : lane.attempts()) {
          assertThat(attempt.startTime()).isGreaterThanOrEqualTo(last);
          last = Timeline.endOf(attempt, NOW);
          drawn++;
        }
      }
    }
    assertThat(drawn).isEqualTo(Timeline.MOST);
    assertThat(timeline.left()).isEqualTo(500);
  }

  @Test
  void aJobThatHasNotBegunHasNone() {
    assertThat(Timeline.of(List.of(map(0, 0, 0, 0)), List.of(), NOW).workers()).isEmpty();
  }
}
