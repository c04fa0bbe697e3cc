// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.TIPStatus;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.athanor.engine.job.TaskView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class EndedTasksTest {
  private static final JobID JOB = new JobID("1700000000000", 1);

  /** A map with as many counters of its own as a task may have. */
  private static TaskView map(int index) {
    Counters counters = new Counters();
    counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(5);
    for (int i = 0; i < Limits.getCountersMax(); i++) {
      counters.findCounter("words", "of map " + index + ": " + i).setValue(1);
    }
    return new TaskView(
        new TaskID(JOB, TaskType.MAP, index),
        TIPStatus.COMPLETE,
        1,
        1,
        2,
        counters,
        Optional.empty(),
        List.of(),
        List.of());
  }

  @Test
  void theSumOfCountersStaysWithinHadoopsLimit() {
    EndedTasks tasks = new EndedTasks(List.of(map(0), map(1)), List.of());
    Counters sum = tasks.counters(TaskType.MAP);
    assertThat(sum.findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(10);
    assertThat(sum.getGroup("words").size()).isEqualTo(Limits.getCountersMax());
    assertThat(new Counters(sum)).isEqualTo(sum);
  }
}
