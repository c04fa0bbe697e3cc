// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class LimitedCountersTest {
  private final LimitedCounters limited = new LimitedCounters();

  @Test
  void leavesOutWhatExceedsHadoopsLimit() {
    for (int task = 0; task < 2; task++) {
      Counters counters = new Counters();
      for (int i = 0; i < Limits.getCountersMax(); i++) {
        counters.findCounter("words", i == 0 ? "all" : task + "-" + i).setValue(1);
      }
      limited.addAll(counters);
    }
    assertThat(limited.sum().getGroup("words").size()).isEqualTo(Limits.getCountersMax());
    assertThat(limited.sum().findCounter("words", "all").getValue()).isEqualTo(2);
  }

  @Test
  void leavesOutCountersOfFileSystemsThatHadoopRefuses() {
    String fileSystems = FileSystemCounter.class.getName();
    limited.add(fileSystems, fileSystems, "NAMELESS", 1);
    limited.add(fileSystems, TaskCounter.class.getName(), "MAP_INPUT_RECORDS", 5);
    assertThat(limited.sum().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue()).isEqualTo(5);
    assertThat(limited.sum().getGroup(fileSystems).size()).isZero();
  }
}
