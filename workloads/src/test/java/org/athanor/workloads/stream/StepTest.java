// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepTest {
  @Test
  void saysWhoIsLate() {
    assertThat(new Step(2000, true, 0.25, 0.001).line()).isEqualTo("step 2000 held 0.25 0.001");
    Step late = new Step(40_000, false, 3, 1.5);
    assertThat(late.line()).isEqualTo("step 40000 failed 3 1.5");
    assertThat(late.blame())
        .isEqualTo(
            "the load generator is the limit: it was 1.5 s late at 40000 records per second");
  }

  @Test
  void onlyFailedStepsWithMoreThanHalfTheBoundAreTheGenerators() {
    assertThat(new Step(10, false, 3, 1.01).failedByGenerator(2)).isTrue();
    assertThat(new Step(10, false, 3, 1).failedByGenerator(2)).isFalse();
    assertThat(new Step(10, true, 1.5, 1.4).failedByGenerator(2)).isFalse();
  }
}
