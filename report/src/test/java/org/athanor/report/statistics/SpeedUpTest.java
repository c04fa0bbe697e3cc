// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpeedUpTest {

  private static final long SEED = Seeds.seed();

  /** P(U ≤ u) is pwilcox(u, m, n) in R; for m = n = 3, 1 of 20 arrangements has U = 0. */
  @ParameterizedTest
  @CsvSource({
    "0, 3, 3, 0.05",
    "0, 4, 4, 0.01428571",
    "2, 5, 5, 0.01587302",
    "3, 5, 5, 0.02777778",
    "4, 5, 5, 0.04761905",
    "23, 10, 10, 0.02162853",
    "35, 10, 5, 0.8967699"
  })
  void computesTheDistributionOfRankSums(int u, int m, int n, double probability) {
    assertThat(new RankSum(m, n).atMost(u)).isCloseTo(probability, within(1e-7));
    assertThat(new RankSum(n, m).atMost(u)).isCloseTo(probability, within(1e-7));
  }

  @Test
  void countsMoreThanAThousandValues() {
    assertThat(new RankSum(1050, 1050).atMost(551_249)).isCloseTo(.5, within(1e-4));
    assertThat(new RankSum(1050, 1050).atMost(537_000)).isCloseTo(.1525, within(1e-4));
  }

  /** The exact value, from counting arrangements with Python's integers, is 0.0419384. */
  @Test
  void approximatesTheDistributionOfLargeSamples() {
    assertThat(new RankSum(51, 50).atMost(1020)).isCloseTo(.0419384, within(1e-4));
  }

  /**
   * Quotients of 8, 10, 12 by 4, 5, 6: 4/3, 1.6, 5/3, 2, 2, 2, 2.4, 2.5, 3; the median is 2. With
   * three times of each, the interval from the smallest to the largest has the level 1 - 2/20 =
   * 0.9.
   */
  @Test
  @Tag("short")
  void takesTheMedianOfAllQuotients() {
    SpeedUp speedUp = SpeedUp.of(Sample.of(12, 8, 10), Sample.of(4, 5, 6));

    assertThat(speedUp.ratio()).isCloseTo(2, within(1e-12));
    assertThat(speedUp.interval().low()).isCloseTo(4 / 3d, within(1e-12));
    assertThat(speedUp.interval().high()).isCloseTo(3, within(1e-12));
    assertThat(speedUp.interval().level()).isCloseTo(.9, within(1e-12));
    assertThat(speedUp.verdict()).isEqualTo(Verdict.FASTER);
  }

  /**
   * Five times of each: P(U ≤ 2) = 4/252 = 0.0159, P(U ≤ 3) = 7/252 = 0.0278, so the interval ends
   * at the third quotient from each side and has the level 1 - 8/252 = 0.968. Times 2^0…2^4 divided
   * by 1 give each power five times; the third quotient is 1.
   */
  @Test
  void countsQuotientsFromBothEnds() {
    SpeedUp speedUp = SpeedUp.of(Sample.of(1, 2, 4, 8, 16), Sample.of(1, 1, 1, 1, 1));

    assertThat(speedUp.ratio()).isCloseTo(4, within(1e-12));
    assertThat(speedUp.interval().low()).isCloseTo(1, within(1e-12));
    assertThat(speedUp.interval().high()).isCloseTo(16, within(1e-12));
    assertThat(speedUp.interval().level()).isCloseTo(1 - 8 / 252d, within(1e-12));
  }

  @Test
  void showsNoDifferenceIfTheIntervalContainsOne() {
    assertThat(SpeedUp.of(Sample.of(10, 11, 12), Sample.of(9.9, 11.1, 11.9)).verdict())
        .isEqualTo(Verdict.NOISE);
  }

  /** 1 % faster without any overlap: significant, but too small to matter. */
  @Test
  void showsNoDifferenceIfTheEffectIsSmall() {
    SpeedUp speedUp = SpeedUp.of(Sample.of(10.1, 10.11, 10.12), Sample.of(10, 10.01, 10.02));

    assertThat(speedUp.interval().low()).isGreaterThan(1);
    assertThat(speedUp.verdict()).isEqualTo(Verdict.NOISE);
  }

  @Test
  void givesNoVerdictIfThereAreTooFewRepetitions() {
    assertThat(SpeedUp.of(Sample.of(10, 10), Sample.of(5, 5)).verdict()).isEqualTo(Verdict.TOO_FEW);
    SpeedUp single = SpeedUp.of(Sample.of(10), Sample.of(5));
    assertThat(single.verdict()).isEqualTo(Verdict.TOO_FEW);
    assertThat(single.ratio()).isCloseTo(2, within(1e-12));
    assertThat(single.interval().level()).isZero();
  }

  @Test
  void isSlowerIfBaselineAndOtherAreExchanged() {
    Sample slow = Sample.of(10, 11, 12, 13);
    Sample fast = Sample.of(5, 6, 7, 8);

    SpeedUp there = SpeedUp.of(slow, fast);
    SpeedUp back = SpeedUp.of(fast, slow);

    assertThat(back.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(back.ratio()).isCloseTo(1 / there.ratio(), within(1e-12));
    assertThat(back.interval().low()).isCloseTo(1 / there.interval().high(), within(1e-12));
    assertThat(back.interval().level()).isEqualTo(there.interval().level());
  }

  /**
   * Skewed times (log-normal) with a true factor of 1.5: intervals must contain it as often as
   * stated.
   */
  @ParameterizedTest
  @CsvSource({"3, 3", "5, 5", "5, 10"})
  void intervalsContainTheTrueFactorAsOftenAsStated(int m, int n) {
    SplittableRandom random = new SplittableRandom(SEED);
    int rounds = 20_000;
    int held = 0;
    double level = 0;
    for (int i = 0; i < rounds; i++) {
      SpeedUp speedUp = SpeedUp.of(times(random, m, 1.5), times(random, n, 1));
      level = speedUp.interval().level();
      held += speedUp.interval().contains(1.5) ? 1 : 0;
    }
    assertThat(held / (double) rounds)
        .as("-Dathanor.test.seed=%d", SEED)
        .isCloseTo(level, within(.01));
  }

  private static Sample times(SplittableRandom random, int n, double factor) {
    double[] times = new double[n];
    Arrays.setAll(times, i -> factor * Math.exp(.3 * Math.pow(random.nextDouble(), 3)));
    return Sample.of(times);
  }
}
