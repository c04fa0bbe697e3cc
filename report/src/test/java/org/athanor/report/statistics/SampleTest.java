// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleTest {

  /** Values 1 to n, so that an interval's limits are its ranks; tables of Conover (1999), A3. */
  @ParameterizedTest
  @CsvSource({
    "2, 1, 2, 0.5",
    "3, 1, 3, 0.75",
    "4, 1, 4, 0.875",
    "5, 1, 5, 0.9375",
    "6, 1, 6, 0.96875",
    "8, 1, 8, 0.9921875",
    "9, 2, 8, 0.9609375",
    "10, 2, 9, 0.978515625",
    "15, 4, 12, 0.96484375",
    "20, 6, 15, 0.9586105",
    "30, 10, 21, 0.9572260"
  })
  void usesTheInnermostRanksThatReachTheLevel(int n, double low, double high, double level) {
    Interval interval = Sample.of(oneTo(n)).interval().orElseThrow();

    assertThat(interval.low()).isEqualTo(low);
    assertThat(interval.high()).isEqualTo(high);
    assertThat(interval.level()).isCloseTo(level, within(1e-7));
  }

  @Test
  void hasNoIntervalForASingleValue() {
    assertThat(Sample.of(7).interval()).isEmpty();
    assertThat(Sample.of(7).median()).isEqualTo(7);
  }

  @Test
  void refusesToBeEmpty() {
    assertThatThrownBy(() -> Sample.of()).hasMessage("a sample needs at least one value");
  }

  /** 1, 2, 4, 8: the median is (2 + 4) / 2 = 3; distances 2, 1, 1, 5 have median (1 + 2) / 2. */
  @Test
  @Tag("short")
  void hasMedianAndMedianAbsoluteDeviation() {
    Sample sample = Sample.of(8, 1, 4, 2);

    assertThat(sample.median()).isEqualTo(3);
    assertThat(sample.medianAbsoluteDeviation()).isEqualTo(1.5);
    assertThat(sample.minimum()).isEqualTo(1);
    assertThat(sample.maximum()).isEqualTo(8);
    assertThat(sample.values()).containsExactly(8, 1, 4, 2);
  }

  /** numpy.quantile([1, 2, 4, 8, 16], [0.25, 0.9]) is [2, 12.8]. */
  @Test
  void interpolatesQuantilesAsNumpyDoes() {
    Sample sample = Sample.of(16, 8, 4, 2, 1);

    assertThat(sample.quantile(.25)).isEqualTo(2);
    assertThat(sample.quantile(.9)).isCloseTo(12.8, within(1e-12));
  }

  /**
   * 28.0, 28.4, 27.9, 28.2, 41.2: the median is 28.2, the distances are 0.2, 0.2, 0.3, 0, 13.0, the
   * MAD is 0.2. The score of 41.2 is 0.6745 × 13 / 0.2 = 43.8, that of 27.9 is 1.0.
   */
  @Test
  void findsTheOutlier() {
    Sample sample = Sample.of(28.0, 28.4, 27.9, 28.2, 41.2);

    assertThat(sample.isOutlier(41.2)).isTrue();
    assertThat(sample.isOutlier(27.9)).isFalse();
    assertThat(sample.outliers()).isEqualTo(1);
    assertThat(Sample.of(1, 1, 1, 9).outliers()).as("no spread to compare with").isZero();
    assertThat(Sample.of(1, 2, 50).outliers()).as("too few").isZero();
  }

  /**
   * R's boxplot.stats(c(1:9, 30)): whiskers 1 and 9, beyond 30. Quartiles by type 7: 1 + 9 × 0.25 =
   * rank 3.25 and 7.75.
   */
  @Test
  void drawsTukeysBox() {
    Box box = Box.of(Sample.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 30));

    assertThat(box.lowWhisker()).isEqualTo(1);
    assertThat(box.lowQuartile()).isEqualTo(3.25);
    assertThat(box.median()).isEqualTo(5.5);
    assertThat(box.highQuartile()).isEqualTo(7.75);
    assertThat(box.highWhisker()).isEqualTo(9);
    assertThat(box.beyond()).containsExactly(30d);
  }

  /** Of 2, 4, 6: mean 4, standard deviation sqrt((4 + 0 + 4) / 2) = 2, coefficient 0.5. */
  @Test
  void hasACoefficientOfVariation() {
    assertThat(Variation.coefficient(Sample.of(2, 4, 6))).isEqualTo(.5);
    assertThat(Variation.coefficient(Sample.of(2))).isZero();
  }

  private static double[] oneTo(int n) {
    return IntStream.rangeClosed(1, n).asDoubleStream().toArray();
  }
}
