// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.athanor.report.statistics.Change.Conclusion;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.junit.jupiter.api.Test;

class ChangeTest {
  private static final double[] BEFORE = {10, 10.1, 10.2, 9.9, 9.8};

  @Test
  void theWholeIntervalMustBeAboveTheLimit() throws IOException {
    Change change = time(.05, BEFORE, times(1.2, BEFORE));

    assertThat(change.conclusion()).isEqualTo(Conclusion.EXCEEDED);
    assertThat(change.ratio().orElseThrow()).isCloseTo(1.2, within(1e-9));
    assertThat(change.interval().orElseThrow().low()).isBetween(1.05, 1.2);
    assertThat(time(.2, BEFORE, times(1.2, BEFORE)).conclusion())
        .as("20 %% more is not more than 20 %%")
        .isEqualTo(Conclusion.NO_EVIDENCE);
    assertThat(time(.3, BEFORE, times(1.2, BEFORE)).conclusion()).isEqualTo(Conclusion.WITHIN);
  }

  @Test
  void aLargeMedianOfNoisyTimesIsNoEvidence() throws IOException {
    Change change = time(.05, new double[] {10, 14, 9, 13, 10}, new double[] {13, 9, 14, 15, 10});

    assertThat(change.after().orElseThrow().median() / change.before().orElseThrow().median())
        .isEqualTo(1.3);
    assertThat(change.conclusion()).isEqualTo(Conclusion.NO_EVIDENCE);
  }

  @Test
  void tooFewRepetitionsAreNotDecided() throws IOException {
    Change change = time(.05, new double[] {10, 10}, new double[] {20, 20});

    assertThat(change.conclusion()).isEqualTo(Conclusion.UNDECIDED);
    assertThat(change.reason())
        .isEqualTo("too few repetitions: 2 before and 2 after, at least 3 of each are needed");
  }

  @Test
  void manyWorkloadsNeedMoreRepetitions() throws IOException {
    List<TrialResult> trials = new ArrayList<>();
    for (int w = 0; w < 4; w++) {
      trials.addAll(Trials.repeated("a", "w" + w, 1, 10, 10.1, 10.2));
      trials.addAll(Trials.repeated("b", "w" + w, 1, 20, 20.1, 20.2));
    }

    assertThat(Change.of(rows(trials), Quantity.TIME, .05))
        .allSatisfy(
            change -> {
              assertThat(change.conclusion()).isEqualTo(Conclusion.UNDECIDED);
              assertThat(change.reason()).endsWith("at least 5 of each are needed");
            });
  }

  @Test
  void pairsTheTimesOfRounds() throws IOException {
    List<TrialResult> trials = new ArrayList<>();
    double[] weather = {1, 1.5, 2, 1.2, 3, 2.5};
    for (int i = 0; i < weather.length; i++) {
      trials.add(Trials.startedAt(Trials.trial("a", "sort", 1, i + 1, 10 * weather[i]), 100L * i));
      trials.add(
          Trials.startedAt(
              Trials.trial("b", "sort", 1, i + 1, (11 + .01 * i) * weather[i]), 100L * i + 50));
    }

    assertThat(Change.of(rows(trials), Quantity.TIME, .05))
        .extracting(Change::conclusion)
        .as("the unpaired test would see noise only")
        .containsExactly(Conclusion.EXCEEDED);
  }

  @Test
  void judgesTheEnergy() throws IOException {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("a", "sort", 1, BEFORE));
    trials.addAll(Trials.repeated("b", "sort", 1, times(1.2, BEFORE)));

    Change change = Change.of(rows(trials), Quantity.ENERGY, .05).get(0);

    assertThat(change.conclusion()).isEqualTo(Conclusion.EXCEEDED);
    assertThat(change.before().orElseThrow().median()).isCloseTo(100, within(1e-9));
  }

  /** If nothing is slower by more than the limit, at most 10 % of gates may say so. */
  @Test
  void isRarelyWrong() throws IOException {
    long seed = Long.getLong("athanor.test.seed", System.nanoTime());
    System.out.println("ChangeTest seed " + seed);
    Random random = new Random(seed);
    int gates = 300;
    int wrong = 0;
    for (int gate = 0; gate < gates; gate++) {
      List<TrialResult> trials = new ArrayList<>();
      for (int w = 0; w < 3; w++) {
        trials.addAll(Trials.repeated("a", "w" + w, 1, noise(random, 10)));
        trials.addAll(Trials.repeated("b", "w" + w, 1, noise(random, 10.5)));
      }
      if (Change.of(rows(trials), Quantity.TIME, .05).stream()
          .anyMatch(change -> change.conclusion() == Conclusion.EXCEEDED)) {
        wrong++;
      }
    }
    // One-sided, so 5 %: more than 35 of 300 has a probability below 1e-5.
    assertThat(wrong).as("seed %d", seed).isLessThan(35);
  }

  private static double[] noise(Random random, double median) {
    double[] times = new double[6];
    Arrays.setAll(times, i -> median * Math.exp(.1 * random.nextGaussian()));
    return times;
  }

  private static double[] times(double factor, double... times) {
    return Arrays.stream(times).map(time -> time * factor).toArray();
  }

  private static Change time(double limit, double[] before, double[] after) throws IOException {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("a", "sort", 1, before));
    trials.addAll(Trials.repeated("b", "sort", 1, after));
    return Change.of(rows(trials), Quantity.TIME, limit).get(0);
  }

  private static List<Comparison.Row> rows(List<TrialResult> trials) throws IOException {
    return Comparison.of(Trials.study(trials), "a", "b").rows();
  }
}
