// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class PredictionErrorsTest {
  private static final int FILES = 20_000;

  private final Random random = Seeds.of("errors");

  /** One file of ten is read, in the files' order as often as its number says. */
  private static double[] predicted() {
    return IntStream.range(0, FILES).mapToDouble(file -> file % 10 == 0 ? file + 1 : 0).toArray();
  }

  @Test
  void noneChangesNothing() {
    assertThat(PredictionErrors.NONE.of(predicted(), random)).isEqualTo(predicted());
  }

  @Test
  void amountsAreWrongByAPartAndNothingIsMissed() {
    double[] right = predicted();
    double[] wrong = new PredictionErrors(0.4, 0).of(right, random);
    for (int file = 0; file < FILES; file++) {
      assertThat(wrong[file]).isBetween(0.6 * right[file], 1.4 * right[file]);
    }
    assertThat(wrong).isNotEqualTo(right);
  }

  /**
   * Of files that are read, the part m × 9/10 gets nothing: it draws one of those that are not. As
   * many that are not read get a number, which is another file's.
   */
  @Test
  void mistakenOnesAreThoseOfOthers() {
    double[] right = predicted();
    double[] wrong = new PredictionErrors(0, 0.5).of(right, random);
    int missed = 0;
    int invented = 0;
    for (int file = 0; file < FILES; file++) {
      missed += right[file] > 0 && wrong[file] == 0 ? 1 : 0;
      invented += right[file] == 0 && wrong[file] > 0 ? 1 : 0;
    }
    assertThat(missed / (FILES / 10.0)).isCloseTo(0.45, within(0.06));
    assertThat(invented / (FILES / 10.0)).isCloseTo(0.45, within(0.06));
    double[] sorted = right.clone();
    Arrays.sort(sorted);
    assertThat(Arrays.stream(wrong).allMatch(some -> Arrays.binarySearch(sorted, some) >= 0))
        .isTrue();
  }

  @Test
  void aFileThatIsAloneKeepsItsPrediction() {
    assertThat(new PredictionErrors(0, 1).of(new double[] {7}, random)).containsExactly(7);
    assertThat(new PredictionErrors(0, 1).of(new double[] {7, 0}, random)).containsExactly(0, 7);
  }

  @Test
  void refusesWhatIsNoPart() {
    assertThatThrownBy(() -> new PredictionErrors(0, 1.1))
        .hasMessage("mistaken=1.1: must be from 0 to 1");
    assertThatThrownBy(() -> new PredictionErrors(Double.NaN, 0))
        .hasMessage("amount=NaN: must be from 0 to 1");
  }
}
