// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TaskGroupTest {
  private static TaskGroup group(long start, long finish) {
    return new TaskGroup(1, 0, 0, start, finish);
  }

  @Test
  void overlapIsTheTimeInWhichBothWereAtWork() {
    assertThat(group(10, 30).overlapMillis(group(20, 90))).isEqualTo(10);
    assertThat(group(10, 30).overlapMillis(group(5, 90))).isEqualTo(20);
    assertThat(group(10, 30).overlapMillis(group(30, 90))).isZero();
  }

  @Test
  void aGroupThatHasNotBegunTakesNoTime() {
    assertThat(group(0, 0).millis()).isZero();
    assertThat(group(10, 0).millis()).isZero();
    assertThat(group(0, 0).overlapMillis(group(10, 20))).isZero();
  }
}
