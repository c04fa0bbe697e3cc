// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class PhaseTest {
  /** Three records each second: 0, 1/3, 2/3, 1, … by turns to partitions 0 and 1. */
  @Test
  void recordsAreDueByTurns() {
    Phase phase = new Phase(1000, 3, new long[] {10, 20}, 5, 1);
    assertThat(phase.due(0, 10)).isEqualTo(1000);
    assertThat(phase.due(1, 20)).isEqualTo(1000 + 333_333_333);
    assertThat(phase.due(0, 11)).isEqualTo(1000 + 666_666_666);
    assertThat(phase.due(1, 21)).isEqualTo(1000 + 1_000_000_000);
    assertThat(phase.counts(1000 + 999_999_999)).isFalse();
    assertThat(phase.counts(1000 + 1_000_000_000)).isTrue();
    assertThat(phase.end(0)).isEqualTo(13);
    assertThat(phase.end(1)).isEqualTo(22);
    assertThat(phase.dueBy(999)).isZero();
    assertThat(phase.dueBy(1000)).isEqualTo(1);
    assertThat(phase.dueBy(1000 + 700_000_000)).isEqualTo(3);
    assertThat(phase.dueBy(Long.MAX_VALUE / 2)).isEqualTo(5);
  }

  @Test
  void allRecordsAreDueOnceAndEvenly() {
    long seed = Seeds.seed();
    Random random = Seeds.of(getClass().getSimpleName());
    for (int round = 0; round < 50; round++) {
      int partitions = 1 + random.nextInt(9);
      long records = random.nextInt(500);
      double rate = 1 + random.nextInt(1_000_000);
      long[] first = random.longs(partitions, 0, 1_000_000).toArray();
      Phase phase = new Phase(random.nextInt(), rate, first, records, 0);
      TreeMap<Long, Integer> due = new TreeMap<>();
      for (int p = 0; p < partitions; p++) {
        for (long i = first[p]; i < phase.end(p); i++) {
          due.merge(phase.due(p, i) - phase.startNanos(), 1, Integer::sum);
        }
      }
      assertThat(due.values().stream().mapToInt(n -> n).sum())
          .as("seed %d, round %d", seed, round)
          .isEqualTo((int) records);
      long number = 0;
      for (var at : due.entrySet()) {
        assertThat(at.getKey() / 1e9)
            .as("seed %d, round %d, record %d", seed, round, number)
            .isBetween(number / rate - 1e-8, number / rate + 1e-8);
        number += at.getValue();
      }
    }
  }

  @Test
  void aSaturatingPhaseHasNoSchedule() {
    Phase phase = new Phase(1000, Phase.SATURATING, new long[] {0, 0}, 7, 0);
    assertThat(phase.saturating()).isTrue();
    assertThat(phase.counts(5000)).isFalse();
    assertThat(phase.due(1, 2)).isEqualTo(1000);
    assertThat(phase.dueBy(1000)).isEqualTo(7);
  }

  @Test
  void isWholeWhenEachPartitionIs() {
    Phase phase = new Phase(0, 10, new long[] {1, 1}, 5, 0);
    assertThat(phase.whole(new long[] {4, 3})).isTrue();
    assertThat(phase.whole(new long[] {4, 2})).isFalse();
    assertThat(phase.whole(new long[] {3, 3})).isFalse();
  }
}
