// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepsTest {

  @Test
  void findsAStepAsSoonAsThereAreThreeRunsAfterIt() {
    double[] times = {10, 10.1, 9.9, 10.2, 9.8, 10.05, 9.95, 12, 12.1, 11.9};

    List<Steps.Step> steps = Steps.of(times);

    assertThat(steps).extracting(Steps.Step::index).containsExactly(7);
    assertThat(1 / steps.get(0).speedUp().ratio()).isCloseTo(1.2, within(.02));
    assertThat(Steps.of(DoubleStream.of(times).limit(9).toArray())).isEmpty();
  }

  @Test
  void findsSeveralSteps() {
    double[] times =
        IntStream.range(0, 40)
            .mapToDouble(i -> (i < 15 ? 10 : i < 28 ? 13 : 8) + .01 * (i * 7 % 5))
            .toArray();

    assertThat(Steps.of(times)).extracting(Steps.Step::index).containsExactly(15, 28);
    assertThat(Steps.of(times).get(0).speedUp().ratio())
        .as("only up to the next step")
        .isCloseTo(10d / 13, within(.01));
  }

  @Test
  void aDifferenceBelowTwoPercentIsNone() {
    assertThat(Steps.of(10, 10, 10, 10, 10, 10.1, 10.1, 10.1, 10.1, 10.1)).isEmpty();
    assertThat(Steps.of(10, 10, 10, 10, 10, 10, 10, 10)).isEmpty();
    assertThat(Steps.of()).isEmpty();
    assertThat(Steps.of(1, 2, 3, 4, 5)).as("too few runs").isEmpty();
  }

  @Test
  void oneSlowRunIsNoStep() {
    assertThat(Steps.of(10, 10.1, 9.9, 10.2, 30, 9.8, 10.05, 9.95, 10, 10.1, 9.9)).isEmpty();
  }

  @Test
  void isRarelyWrong() {
    long seed = Long.getLong("athanor.test.seed", System.nanoTime());
    System.out.println("StepsTest seed " + seed);
    Random random = new Random(seed);
    int sequences = 500;
    int wrong = 0;
    for (int i = 0; i < sequences; i++) {
      int runs = 6 + random.nextInt(40);
      double[] times =
          DoubleStream.generate(() -> 10 * Math.exp(.1 * random.nextGaussian()))
              .limit(runs)
              .toArray();
      wrong += Steps.of(times).isEmpty() ? 0 : 1;
    }
    // 50 are expected at most; more than 80 have a probability below 1e-4.
    assertThat(wrong).as("seed %d", seed).isLessThan(80);
  }

  @Test
  void aLongSequenceIsQuick() {
    double[] times = IntStream.range(0, 3000).mapToDouble(i -> 10 + i % 7 + (i / 1000)).toArray();

    assertThat(Steps.of(times))
        .satisfiesExactly(
            step -> assertThat(step.index()).isBetween(970, 1030),
            step -> assertThat(step.index()).isBetween(1970, 2030));
  }
}
