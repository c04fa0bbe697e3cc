// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Comparisons that are shown together. Of many verdicts at 10 % some are wrong by chance, so the
 * p-values are corrected (Holm 1979): the i-th smallest of m p-values is multiplied by m - i + 1,
 * and raised to the one before it if it is smaller. The probability that any verdict faster or
 * slower is wrong is then at most {@value SpeedUp#ERROR}.
 *
 * <p>If there are enough rounds in which both frameworks were measured, a comparison is paired and
 * uses these rounds (Wilcoxon's signed-rank test). Enough means that the smallest possible p-value
 * can be significant in a family of this size. Else the comparison is unpaired and uses all times
 * (Mann-Whitney test). The unpaired test treats differences between rounds as noise and so detects
 * less, but reaches a small p-value with fewer repetitions. The choice depends on the numbers of
 * trials only, never on the times.
 *
 * @param <K> what identifies a comparison
 */
public final class Family<K> {
  private static final double ROUNDING = 1e-9;

  private final Map<K, SpeedUp> speedUps = new LinkedHashMap<>();
  private int fewRounds;
  private int noRounds;

  private Family() {}

  static <K> Family<K> of(Map<K, Times> comparisons) {
    Family<K> family = new Family<>();
    int size = comparisons.size();
    comparisons.forEach((key, times) -> family.speedUps.put(key, family.judge(times, size)));
    family.correct();
    return family;
  }

  /** The speed-up of a comparison; empty if the family has no such comparison. */
  public Optional<SpeedUp> speedUp(K key) {
    return Optional.ofNullable(speedUps.get(key));
  }

  private SpeedUp judge(Times times, int size) {
    int rounds = times.rounds().size();
    if (rounds >= neededRounds(size)) {
      return SpeedUp.ofRounds(times.rounds().stream().mapToDouble(Double::doubleValue).toArray());
    }
    if (rounds == 0) {
      noRounds++;
    } else {
      fewRounds++;
    }
    return SpeedUp.of(times.baseline(), times.other());
  }

  private void correct() {
    List<Map.Entry<K, SpeedUp>> ascending = new ArrayList<>(speedUps.entrySet());
    ascending.sort(Comparator.comparingDouble(entry -> entry.getValue().p()));
    double minimum = 0;
    int remaining = ascending.size();
    for (Map.Entry<K, SpeedUp> entry : ascending) {
      minimum = Math.max(minimum, Math.min(1, remaining-- * entry.getValue().p()));
      entry.setValue(entry.getValue().corrected(minimum));
    }
  }

  /** The fewest rounds n whose smallest p-value of the signed-rank test, 2 / 2ⁿ, is significant. */
  static int neededRounds(int comparisons) {
    int rounds = 1;
    while (Math.pow(2, 1 - rounds) > SpeedUp.ERROR / comparisons + ROUNDING) {
      rounds++;
    }
    return rounds;
  }

  /** The fewest repetitions of each whose smallest p-value of the rank-sum test is significant. */
  static int neededRepetitions(int comparisons) {
    int repetitions = 1;
    double p = 1;
    while (p > SpeedUp.ERROR / comparisons + ROUNDING) {
      repetitions++;
      p = 2 * new RankSum(repetitions, repetitions).atMost(0);
    }
    return repetitions;
  }

  /**
   * Whether these numbers of trials can be significant at all in a family of this size, however
   * different the times are.
   */
  static boolean decidable(Times times, int comparisons) {
    return times.rounds().size() >= neededRounds(comparisons)
        || 2 * new RankSum(times.baseline().size(), times.other().size()).atMost(0)
            <= SpeedUp.ERROR / comparisons + ROUNDING;
  }

  /** Sentences on what the verdicts mean, to be shown below them. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    int size = speedUps.size();
    if (size > 1) {
      notes.add(
          "Verdicts are corrected for "
              + size
              + " comparisons (Holm): the probability that any faster or slower among them is"
              + " wrong is at most 10 %. Intervals are not corrected.");
    }
    if (speedUps.values().stream().map(SpeedUp::verdict).anyMatch(Family::lacksTrials)) {
      notes.add(
          (size == 1 ? "A verdict" : "A verdict among " + size + " comparisons")
              + " needs at least "
              + neededRepetitions(size)
              + " verified repetitions of each.");
    }
    if (fewRounds > 0) {
      notes.add(
          fewRounds
              + " of "
              + size
              + " comparisons are unpaired, because fewer than "
              + neededRounds(size)
              + " rounds have a verified trial of both. In them, differences between rounds count"
              + " as noise.");
    }
    if (noRounds > 0 && noRounds < size) {
      notes.add(
          noRounds
              + " of "
              + size
              + " comparisons are unpaired, because they were not measured in rounds.");
    }
    return notes;
  }

  private static boolean lacksTrials(Verdict verdict) {
    return verdict == Verdict.TOO_FEW || verdict == Verdict.UNCORRECTED;
  }
}
