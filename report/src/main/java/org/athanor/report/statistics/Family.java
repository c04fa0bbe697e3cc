// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Comparisons that are shown together. Of many verdicts at 10 % some are wrong by chance, so they
 * are corrected (Holm 1979): the i-th smallest of m p-values is multiplied by m - i + 1, and is not
 * below the one before it. The probability that any of the verdicts faster or slower is wrong is
 * then at most {@value SpeedUp#ERROR}.
 *
 * <p>A comparison uses the rounds in which both were measured (Wilcoxon's signed ranks) if there
 * are enough of them to be significant among so many, whatever the times are; else all times,
 * unpaired (Mann and Whitney). That one takes differences between rounds for noise and so finds
 * less, but reaches a small p-value with fewer repetitions. The choice depends on numbers of trials
 * alone, never on the times.
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

  /** Empty if there are not two samples. */
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
    double least = 0;
    int left = ascending.size();
    for (Map.Entry<K, SpeedUp> entry : ascending) {
      least = Math.max(least, Math.min(1, left-- * entry.getValue().p()));
      entry.setValue(entry.getValue().corrected(least));
    }
  }

  /** Rounds with which the smallest p-value of signed ranks, 2 / 2ⁿ, suffices. */
  static int neededRounds(int comparisons) {
    int rounds = 1;
    while (Math.pow(2, 1 - rounds) > SpeedUp.ERROR / comparisons + ROUNDING) {
      rounds++;
    }
    return rounds;
  }

  /** Repetitions of each with which the smallest p-value of rank sums suffices. */
  static int neededRepetitions(int comparisons) {
    int repetitions = 1;
    double p = 1;
    while (p > SpeedUp.ERROR / comparisons + ROUNDING) {
      repetitions++;
      p = 2 * new RankSum(repetitions, repetitions).atMost(0);
    }
    return repetitions;
  }

  /** What verdicts say and do not say: sentences for below them. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    int size = speedUps.size();
    if (size > 1) {
      notes.add(
          "Verdicts are corrected for "
              + size
              + " comparisons (Holm): the probability that any faster or slower among them is"
              + " wrong is at most 10 %. Intervals are those of each comparison by itself.");
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
          "Unpaired are "
              + fewRounds
              + " of "
              + size
              + " comparisons, with fewer than "
              + neededRounds(size)
              + " rounds in which both were verified: differences between rounds count as noise"
              + " there.");
    }
    if (noRounds > 0 && noRounds < size) {
      notes.add(noRounds + " of " + size + " comparisons were not measured in rounds: unpaired.");
    }
    return notes;
  }

  private static boolean lacksTrials(Verdict verdict) {
    return verdict == Verdict.TOO_FEW || verdict == Verdict.UNCORRECTED;
  }
}
