// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.athanor.results.Outcome;
import org.athanor.results.Study;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the comparison by rounds, and the correction for many comparisons. */
class FamilyTest {
  private static final long SEED = Seeds.seed();

  /**
   * The expected values are those of psignrank(w, n) in R. For example six values: of 64 subsets of
   * the ranks 1 to 6, five have a sum of at most 3: the empty one, 1, 2, 3, 1 + 2.
   */
  @ParameterizedTest
  @CsvSource({"0, 5, 0.03125", "3, 6, 0.078125", "8, 10, 0.0244140625", "55, 10, 1"})
  void computesTheDistributionOfSignedRanks(int w, int n, double probability) {
    assertThat(new SignedRank(n).atMost(w)).isCloseTo(probability, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 10})
  void countsAllSigns(int n) {
    int[] sums = new int[n * (n + 1) / 2 + 1];
    for (int signs = 0; signs < 1 << n; signs++) {
      int sum = 0;
      for (int rank = 1; rank <= n; rank++) {
        sum += (signs >> (rank - 1) & 1) * rank;
      }
      sums[sum]++;
    }
    SignedRank ranks = new SignedRank(n);
    int cumulative = 0;
    for (int w = 0; w < sums.length; w++) {
      cumulative += sums[w];
      assertThat(ranks.atMost(w)).isCloseTo((double) cumulative / (1 << n), within(1e-12));
    }
  }

  /** The exact value, from counting subsets with Python's integers, is 0.0820133. */
  @Test
  void approximatesTheDistributionOfManyValues() {
    assertThat(new SignedRank(201).atMost(9000)).isCloseTo(0.0820133, within(5e-4));
  }

  /**
   * Quotients 2¹ … 2⁶. Means of two powers are symmetric around 3.5. With k = 1 the level is 1 -
   * 2/64, with k = 2 it would be 1 - 4/64 < 0.95. All are above 1: p = 2/64.
   */
  @Test
  @Tag("short")
  void comparesRounds() {
    SpeedUp speedUp = SpeedUp.ofRounds(8, 2, 64, 4, 32, 16);

    assertThat(speedUp.ratio()).isCloseTo(Math.pow(2, 3.5), within(1e-9));
    assertThat(speedUp.interval().low()).isCloseTo(2, within(1e-9));
    assertThat(speedUp.interval().high()).isCloseTo(64, within(1e-9));
    assertThat(speedUp.interval().level()).isCloseTo(1 - 2 / 64d, within(1e-12));
    assertThat(speedUp.p()).isCloseTo(2 / 64d, within(1e-12));
    assertThat(speedUp.rounds()).isEqualTo(6);
    assertThat(speedUp.verdict()).isEqualTo(Verdict.FASTER);
  }

  /**
   * wilcox.test(c(-1, 2, 3, 4, 5, 6)) in R: the only negative value has rank 1, P(W ≤ 1) = 2/64.
   */
  @Test
  void computesThePValueOfSignedRanks() {
    assertThat(SpeedUp.ofRounds(.5, 4, 8, 16, 32, 64).p()).isCloseTo(4 / 64d, within(1e-12));
  }

  /** wilcox.test(c(1, 2, 5), c(3, 4, 6)) in R: 4 of 20 arrangements have U ≤ 2: p = 2 × 4/20. */
  @Test
  void computesThePValueOfRankSums() {
    assertThat(SpeedUp.of(Sample.of(1, 2, 5), Sample.of(3, 4, 6)).p()).isCloseTo(.4, within(1e-12));
    assertThat(SpeedUp.of(Sample.of(2, 2), Sample.of(2, 2)).p()).isEqualTo(1);
  }

  /** The machine gets slower by half from round to round; spark is 10 % faster in each round. */
  @Test
  void slowChangesBetweenRoundsCancelOut() {
    List<TrialResult> trials = new ArrayList<>();
    for (int round = 1; round <= 6; round++) {
      double drift = 10 * Math.pow(1.5, round);
      trials.add(at(round * 1000L, Trials.trial("hadoop", "sort", 1, round, 1.1 * drift)));
      trials.add(at(round * 1000L + 500, Trials.trial("spark", "sort", 1, round, drift)));
    }
    Summary summary = Summary.of(Trials.study(trials));

    SpeedUp speedUp = spark(summary);
    assertThat(speedUp.rounds()).isEqualTo(6);
    assertThat(speedUp.verdict()).isEqualTo(Verdict.FASTER);
    assertThat(speedUp.ratio()).isCloseTo(1.1, within(1e-9));
    assertThat(summary.notes()).isEmpty();
    Group hadoop = summary.group("hadoop", "sort", 1).orElseThrow();
    Group fast = summary.group("spark", "sort", 1).orElseThrow();
    assertThat(
            SpeedUp.of(
                    hadoop.sample(Quantity.TIME).orElseThrow(),
                    fast.sample(Quantity.TIME).orElseThrow())
                .verdict())
        .isEqualTo(Verdict.NOISE);
  }

  @Test
  void repetitionsGroupedByFrameworkAreNoRounds() {
    List<TrialResult> trials = new ArrayList<>();
    for (int round = 1; round <= 6; round++) {
      trials.add(at(round * 100L, Trials.trial("hadoop", "sort", 1, round, 11 + .1 * round)));
      trials.add(at(5000 + round * 100L, Trials.trial("spark", "sort", 1, round, 10 + .1 * round)));
    }

    assertThat(spark(Summary.of(Trials.study(trials))).rounds()).isZero();
  }

  /** Two experiments that ran at the same time on two machines have no common conditions. */
  @Test
  void roundsOfTwoExperimentsAreNotPaired() {
    List<TrialResult> one = new ArrayList<>();
    List<TrialResult> two = new ArrayList<>();
    for (int round = 1; round <= 6; round++) {
      one.add(at(round * 100L, Trials.trial("hadoop", "sort", 1, round, 11)));
      two.add(at(round * 100L + 50, Trials.trial("spark", "sort", 1, round, 10)));
    }
    Study study =
        Study.of(
            List.of(
                new Study.Source(java.nio.file.Path.of("/one"), Trials.results("one", "1", one)),
                new Study.Source(java.nio.file.Path.of("/two"), Trials.results("two", "1", two))));

    assertThat(spark(Summary.of(study)).rounds()).isZero();
  }

  /** Two of seven rounds have a failure; the other five are enough for one comparison. */
  @Test
  void usesTheRoundsInWhichBothWereVerified() {
    List<TrialResult> trials = rounds(7, "spark");
    trials.replaceAll(
        trial -> {
          String id = trial.key().id();
          boolean fails = id.equals("hadoop-sort-1n-r2") || id.equals("spark-sort-1n-r5");
          return fails ? Trials.with(trial, Outcome.FAILED, "exit status 1") : trial;
        });

    Summary summary = Summary.of(Trials.study(trials));

    assertThat(spark(summary).rounds()).isEqualTo(5);
    assertThat(spark(summary).interval().level()).isCloseTo(1 - 2 / 32d, within(1e-12));
  }

  /** With four rounds p is at least 2/2⁴ = 0.125 > 0.1. With four times of each it can be 2/70. */
  @Test
  void takesTheUnpairedTestIfThereAreTooFewRounds() {
    Summary summary = Summary.of(Trials.study(rounds(4, "spark")));

    assertThat(spark(summary).rounds()).isZero();
    assertThat(spark(summary).p()).isCloseTo(2 / 70d, within(1e-12));
    assertThat(spark(summary).verdict()).isEqualTo(Verdict.FASTER);
    assertThat(summary.notes())
        .containsExactly(
            "1 of 1 comparisons are unpaired, because fewer than 5 rounds have a verified trial of"
                + " both. In them, differences between rounds count as noise.");
  }

  /** p = 2/2⁶, 2/2⁸, 2/2¹⁰, multiplied by 1, 2, 3. */
  @Test
  void correctsForManyComparisons() {
    Family<String> family =
        Family.of(comparisons(Map.of("a", faster(6), "b", faster(8), "c", faster(10))));

    assertThat(family.speedUp("a").orElseThrow().correctedP()).isCloseTo(2 / 64d, within(1e-12));
    assertThat(family.speedUp("b").orElseThrow().correctedP()).isCloseTo(4 / 256d, within(1e-12));
    assertThat(family.speedUp("c").orElseThrow().correctedP()).isCloseTo(6 / 1024d, within(1e-12));
  }

  /** Three times p = 2/64: corrected 6/64, 4/64, 2/64; none may be below the one before. */
  @Test
  void aCorrectedValueIsNotBelowThatOfASmallerOne() {
    Family<String> family =
        Family.of(comparisons(Map.of("a", faster(6), "b", faster(6), "c", faster(6))));

    for (String key : List.of("a", "b", "c")) {
      assertThat(family.speedUp(key).orElseThrow().correctedP()).isCloseTo(6 / 64d, within(1e-12));
      assertThat(family.speedUp(key).orElseThrow().verdict()).isEqualTo(Verdict.FASTER);
    }
  }

  /** Three times of each have p = 0.1 at best: enough for one comparison, not for two. */
  @Test
  void aComparisonMayBeSignificantByItselfButNotAmongOthers() {
    List<TrialResult> trials = new ArrayList<>(Trials.repeated("hadoop", "sort", 1, 20, 21, 22));
    trials.addAll(Trials.repeated("spark", "sort", 1, 10, 11, 12));
    assertThat(spark(Summary.of(Trials.study(trials))).verdict()).isEqualTo(Verdict.FASTER);

    trials.addAll(Trials.repeated("flink", "sort", 1, 30, 31, 32));
    Summary summary = Summary.of(Trials.study(trials));

    assertThat(spark(summary).verdict()).isEqualTo(Verdict.UNCORRECTED);
    assertThat(spark(summary).correctedP()).isCloseTo(.2, within(1e-12));
    assertThat(summary.notes())
        .containsExactly(
            "Verdicts are corrected for 2 comparisons (Holm): the probability that any faster or"
                + " slower among them is wrong is at most 10 %. Intervals are not corrected.",
            "A verdict among 2 comparisons needs at least 4 verified repetitions of each.");
  }

  /** 2/C(2n, n): 0.1, 0.0286, 0.0079, 0.0022; 2/2ⁿ: 0.0625, 0.03125, …, 0.00195. */
  @ParameterizedTest
  @CsvSource({"1, 3, 5", "3, 4, 6", "12, 5, 8", "13, 6, 9", "46, 6, 10", "47, 7, 10"})
  void computesHowManyRepetitionsAreNeeded(int comparisons, int repetitions, int rounds) {
    assertThat(Family.neededRepetitions(comparisons)).isEqualTo(repetitions);
    assertThat(Family.neededRounds(comparisons)).isEqualTo(rounds);
  }

  /** Skewed times with a drift between rounds: intervals contain the factor as often as stated. */
  @ParameterizedTest
  @ValueSource(ints = {5, 8, 12})
  void intervalsContainTheTrueFactorAsOftenAsStated(int rounds) {
    SplittableRandom random = new SplittableRandom(SEED);
    int repeated = 20_000;
    int held = 0;
    double level = 0;
    for (int i = 0; i < repeated; i++) {
      double[] quotients = new double[rounds];
      Arrays.setAll(quotients, round -> 1.5 * quotient(random));
      SpeedUp speedUp = SpeedUp.ofRounds(quotients);
      level = speedUp.interval().level();
      held += speedUp.interval().contains(1.5) ? 1 : 0;
    }
    assertThat(held / (double) repeated)
        .as("-Dathanor.test.seed=%d", SEED)
        .isCloseTo(level, within(.01));
  }

  /** Twenty comparisons without any difference: at most one of ten tables has a wrong verdict. */
  @Test
  void fewTablesHaveAWrongVerdict() {
    SplittableRandom random = new SplittableRandom(SEED);
    int tables = 2_000;
    int wrong = 0;
    for (int i = 0; i < tables; i++) {
      Map<Integer, Times> same = new LinkedHashMap<>();
      for (int comparison = 0; comparison < 20; comparison++) {
        double[] quotients = new double[10];
        Arrays.setAll(quotients, round -> quotient(random));
        same.put(
            comparison,
            new Times(Sample.of(1), Sample.of(1), Arrays.stream(quotients).boxed().toList()));
      }
      Family<Integer> family = Family.of(same);
      boolean any =
          same.keySet().stream()
              .map(key -> family.speedUp(key).orElseThrow().verdict())
              .anyMatch(verdict -> verdict == Verdict.FASTER || verdict == Verdict.SLOWER);
      wrong += any ? 1 : 0;
    }
    assertThat(wrong / (double) tables).as("-Dathanor.test.seed=%d", SEED).isLessThan(.11);
  }

  private static double quotient(SplittableRandom random) {
    double first = noise(random);
    return first / noise(random);
  }

  private static double noise(SplittableRandom random) {
    return Math.exp(.3 * Math.pow(random.nextDouble(), 3));
  }

  private static <K extends Comparable<K>> Map<K, Times> comparisons(Map<K, Times> all) {
    return new java.util.TreeMap<>(all);
  }

  /** A number of rounds, each with a different quotient above 1. */
  private static Times faster(int rounds) {
    double[] quotients = new double[rounds];
    Arrays.setAll(quotients, round -> 1.2 + .01 * round);
    return new Times(Sample.of(1), Sample.of(1), Arrays.stream(quotients).boxed().toList());
  }

  private static List<TrialResult> rounds(int rounds, String other) {
    List<TrialResult> trials = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      trials.add(at(round * 100L, Trials.trial("hadoop", "sort", 1, round, 20 + .1 * round)));
      trials.add(at(round * 100L + 50, Trials.trial(other, "sort", 1, round, 10 + .01 * round)));
    }
    return trials;
  }

  private static TrialResult at(long seconds, TrialResult trial) {
    return Trials.startedAt(trial, seconds);
  }

  private static SpeedUp spark(Summary summary) {
    return summary.speedUp(summary.group("spark", "sort", 1).orElseThrow()).orElseThrow();
  }
}
