// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** The algorithms of AptStore and DUX against sums by hand. */
class PopularityPredictionTest {
  private static final long RT = 3_600_000;

  private static AptParameters with(PopularityRange range, LoadFactor load) {
    return new AptParameters(RT, RT / 10, 1, 1, range, load);
  }

  /**
   * Both files begin with AVG = 1. File 0 is accessed again after RT/2: P += 1/(1/2 · 1 · 1 · 1) =
   * 2, so 3; then after RT/4 with 2 blocks: P += 1/(1/4 · 1 · 2 · 3) = 2/3. IP = 2 2/3, MIP = 1 1/3
   * for two files. File 0: P' = 2 1/3, predicted 2 1/3 + (2 1/3 − 1) = 3 2/3. File 1: P' = −1/3,
   * clamped to 0.1; predicted 0.1 + (0.1 − 1), clamped to 0.1.
   */
  @Test
  void followsAlgorithm1() {
    PopularityPrediction apt =
        PopularityPrediction.aptStore(with(PopularityRange.DEFAULT, LoadFactor.DIVIDE));
    apt.accessed(0, 0, 1);
    apt.accessed(1, 0, 1);
    apt.accessed(0, RT / 2, 1);
    apt.accessed(0, RT / 2 + RT / 4, 2);

    assertThat(apt.predicted(0)).isNaN();
    apt.endOfPeriod(RT);

    assertThat(apt.predicted(0)).isCloseTo(11 / 3.0, within(1e-12));
    assertThat(apt.predicted(1)).isEqualTo(0.1);
    assertThat(apt.average()).isCloseTo((7 / 3.0 + 0.1) / 2, within(1e-12));
  }

  /**
   * The load is AVG in units of the initial popularity. One file grows to 3 and falls by 2 to 1, so
   * AVG stays 1 with one file; with s = 2 it falls by 1 to 2, so the load is 2. After that an
   * access RT later adds 1/(1 · 2 · 1 · 2) = 1/4 if divided, 1/2 · 2 = 1 if multiplied, 1/2 if
   * ignored.
   */
  @Test
  void theLoadDividesMultipliesOrIsIgnored() {
    assertThat(increaseUnderLoad(LoadFactor.DIVIDE)).isCloseTo(0.25, within(1e-12));
    assertThat(increaseUnderLoad(LoadFactor.MULTIPLY)).isCloseTo(1, within(1e-12));
    assertThat(increaseUnderLoad(LoadFactor.IGNORE)).isCloseTo(0.5, within(1e-12));
  }

  private static double increaseUnderLoad(LoadFactor load) {
    PopularityPrediction apt =
        PopularityPrediction.aptStore(
            new AptParameters(RT, RT / 10, 1, 2, PopularityRange.DEFAULT, load));
    apt.created(0, 0);
    apt.accessed(0, RT / 2, 1);
    apt.endOfPeriod(RT);
    assertThat(apt.average()).isEqualTo(2);
    apt.accessed(0, RT / 2 + RT, 1);
    apt.endOfPeriod(2 * RT);
    // it grew by x and fell by x/2; predicted = (2 + x/2) + x/2
    return apt.predicted(0) - 2;
  }

  @Test
  void aFirstAccessAddsNothing() {
    PopularityPrediction apt =
        PopularityPrediction.aptStore(with(PopularityRange.DEFAULT, LoadFactor.DIVIDE));
    for (int file = 0; file < 10; file++) {
      apt.accessed(file, file, 1);
    }
    apt.endOfPeriod(RT);

    assertThat(apt.predicted(3)).isEqualTo(1);
    assertThat(apt.average()).isEqualTo(1);
  }

  /**
   * An interval below a_min = RT/10 counts as a_min: 1/(1/10 · 1) = 10. So does a clock set back.
   */
  @Test
  void simultaneousAccessesAndClocksThatGoBackAreBounded() {
    for (long second : new long[] {0, 1, RT / 10, -RT}) {
      PopularityPrediction apt =
          PopularityPrediction.aptStore(with(PopularityRange.DEFAULT, LoadFactor.IGNORE));
      apt.accessed(0, 2 * RT, 1);
      apt.created(1, 2 * RT);
      apt.accessed(0, 2 * RT + second, 1);
      apt.endOfPeriod(3 * RT);
      // 1 + 10 − 10/2 = 6, predicted 6 + 5
      assertThat(apt.predicted(0)).as("after %d ms", second).isEqualTo(11);
    }
  }

  /** The new value is clamped: 1 + 10 becomes 4, and IP is 3, not 10. */
  @Test
  void theNewValueIsClampedAndCountsAsClamped() {
    PopularityPrediction apt =
        PopularityPrediction.aptStore(with(new PopularityRange(0.5, 1, 4), LoadFactor.IGNORE));
    apt.created(0, 0);
    apt.created(1, 0);
    apt.created(2, 0);
    apt.accessed(0, 1, 1);
    apt.endOfPeriod(RT);

    // 4 − 3/3 = 3, predicted 3 + 2 = 5, clamped to 4; the others 0 and −1, clamped to 0.5
    assertThat(apt.predicted(0)).isEqualTo(4);
    assertThat(apt.predicted(1)).isEqualTo(0.5);
    assertThat(apt.average()).isCloseTo(4 / 3.0, within(1e-12));
  }

  /**
   * DUX: files 0, 1, 2 begin with 1. File 0 is accessed three more times: 4. IP = 3, MIP = 1: 3, 0,
   * 0; predicted 5, −1, −1. AVG = 1. Then file 0 is deleted: IP = 1 − 3 = −2, MIP = −1 for the two
   * that are left: 1, 1; predicted 2, 2.
   */
  @Test
  void followsAlgorithm2() {
    PopularityPrediction dux = PopularityPrediction.dux();
    for (int file = 0; file < 3; file++) {
      dux.accessed(file, 0, 1);
    }
    for (int access = 1; access <= 3; access++) {
      dux.accessed(0, access, 7);
    }
    dux.endOfPeriod(RT);
    assertThat(dux.predicted(0)).isEqualTo(5);
    assertThat(dux.predicted(1)).isEqualTo(-1);
    assertThat(dux.average()).isEqualTo(1);

    dux.deleted(0);
    dux.endOfPeriod(2 * RT);
    assertThat(dux.predicted(0)).isNaN();
    assertThat(dux.predicted(1)).isEqualTo(2);
    assertThat(dux.predicted(2)).isEqualTo(2);
  }

  @Test
  void aForgottenFileChangesNoOther() {
    PopularityPrediction dux = PopularityPrediction.dux();
    for (int file = 0; file < 3; file++) {
      dux.created(file, 0);
    }
    dux.accessed(0, 1, 1);
    dux.accessed(0, 2, 1);
    dux.endOfPeriod(RT);
    double before = dux.predicted(1);
    dux.endOfPeriod(2 * RT);
    double trendless = dux.predicted(1);
    dux.forgotten(0);
    dux.endOfPeriod(3 * RT);

    assertThat(before).isLessThan(trendless);
    assertThat(dux.predicted(1)).isEqualTo(trendless);
  }

  /** Without deletions and bounds, what the popularity grows by is taken from all alike. */
  @Test
  void theAverageStaysWhatItWas() {
    Random random = Seeds.of("PopularityPrediction");
    PopularityPrediction dux = PopularityPrediction.dux();
    for (int file = 0; file < 50; file++) {
      dux.created(file, 0);
    }
    for (int period = 1; period <= 100; period++) {
      for (int access = random.nextInt(500); access > 0; access--) {
        dux.accessed(random.nextInt(50), period * RT, 1);
      }
      dux.endOfPeriod(period * RT);
      assertThat(dux.average()).as("seed %d", Seeds.seed()).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void popularityStaysWithinItsBounds() {
    Random random = Seeds.of("bounds");
    PopularityRange range = new PopularityRange(0.2, 1, 7);
    for (int history = 0; history < 500; history++) {
      PopularityPrediction apt =
          PopularityPrediction.aptStore(
              new AptParameters(
                  RT,
                  1 + random.nextInt((int) RT),
                  0.01 + 10 * random.nextDouble(),
                  0.1 + 3 * random.nextDouble(),
                  range,
                  List.of(LoadFactor.values()).get(random.nextInt(3))));
      for (int period = 1; period <= 5; period++) {
        for (int event = 0; event < 40; event++) {
          int file = random.nextInt(6);
          if (random.nextInt(10) == 0) {
            apt.deleted(file);
          } else {
            apt.accessed(file, random.nextInt((int) (5 * RT)), 1 + random.nextInt(100));
          }
        }
        apt.endOfPeriod(period * RT);
        for (int file = 0; file < 6; file++) {
          double predicted = apt.predicted(file);
          assertThat(Double.isNaN(predicted) || (predicted >= 0.2 && predicted <= 7))
              .as("seed %d, history %d: %s", Seeds.seed(), history, predicted)
              .isTrue();
        }
      }
    }
  }

  @Test
  void refusesParametersWithoutSense() {
    assertThatThrownBy(() -> new PopularityRange(0, 1, 2))
        .hasMessage("minimum=0.0: must be above 0 and finite");
    assertThatThrownBy(() -> new PopularityRange(1, 3, 2))
        .hasMessage("initial=3.0: must be from 1.0 to 2.0");
    assertThatThrownBy(
            () -> new AptParameters(10, 11, 1, 1, PopularityRange.DEFAULT, LoadFactor.IGNORE))
        .hasMessage("minIntervalMillis=11: must be from 1 to 10");
    assertThatThrownBy(
            () -> new AptParameters(10, 1, 1, -1, PopularityRange.DEFAULT, LoadFactor.IGNORE))
        .hasMessage("scale=-1.0: must be above 0 and finite");
  }
}
