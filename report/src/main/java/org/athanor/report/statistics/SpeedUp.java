// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * How many times faster one sample of times is than another, the baseline.
 *
 * <p>Of times of rounds ({@link #ofRounds}) the ratio is the median of all means of two quotients
 * (Hodges and Lehmann 1963, on logarithms), the interval goes from the k-th smallest to the k-th
 * largest mean, with k from the exact distribution of Wilcoxon's signed ranks: it is what R's
 * {@code wilcox.test(log(a), log(b), paired = TRUE, conf.int = TRUE)} gives.
 *
 * <p>Of other times ({@link #of}) the ratio is the median of the quotients of every time of the
 * baseline by every time of the other, the interval goes from the k-th smallest to the k-th largest
 * quotient, with k from the exact distribution of the Mann-Whitney statistic: R's {@code
 * wilcox.test(log(a), log(b), conf.int = TRUE)}.
 *
 * <p>Both assume that the times of both differ by a factor, not that they are normally distributed;
 * a bootstrap of medians of three to ten values would promise more than it keeps. The p-value is
 * that of the test whose interval it is, of two sides; with equal quotients it errs upwards.
 *
 * @param ratio above 1: faster than the baseline
 * @param rounds the rounds that were compared; 0 if the times are not paired
 * @param p of the hypothesis that both take the same time
 * @param correctedP the same, corrected for the comparisons that are shown together
 */
public record SpeedUp(double ratio, Interval interval, int rounds, double p, double correctedP) {

  /** Differences below 2 % are not called faster or slower, however sure they are. */
  public static final double LEAST_EFFECT = .02;

  /** Three repetitions of each reach it. */
  public static final double LEAST_LEVEL = .9;

  /** The probability of a wrong verdict among those that are shown together. */
  public static final double ERROR = .1;

  private static final double ROUNDING = 1e-9;

  /** Of times that are not paired. */
  public static SpeedUp of(Sample baseline, Sample other) {
    double[] slow = baseline.values();
    double[] fast = other.values();
    double[] quotients = new double[slow.length * fast.length];
    for (int i = 0; i < slow.length; i++) {
      for (int j = 0; j < fast.length; j++) {
        quotients[i * fast.length + j] = Math.log(slow[i] / fast[j]);
      }
    }
    RankSum ranks = new RankSum(slow.length, fast.length);
    return of(quotients, ranks::atMost, 0);
  }

  /**
   * Of times that were measured in rounds.
   *
   * @param quotients a time of the baseline by one of the other, of each round
   */
  static SpeedUp ofRounds(double... quotients) {
    int n = quotients.length;
    double[] means = new double[n * (n + 1) / 2];
    int next = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i; j < n; j++) {
        means[next++] = (Math.log(quotients[i]) + Math.log(quotients[j])) / 2;
      }
    }
    return of(means, new SignedRank(n)::atMost, n);
  }

  /**
   * @param differences of logarithms, all that the statistic counts
   * @param atMost distribution of the number of those above 0
   */
  private static SpeedUp of(double[] differences, IntToDoubleFunction atMost, int rounds) {
    Arrays.sort(differences);
    int rank = 1;
    while (rank < differences.length / 2
        && 1 - 2 * atMost.applyAsDouble(rank) >= Sample.LEVEL - ROUNDING) {
      rank++;
    }
    int below = (int) Arrays.stream(differences).filter(difference -> difference <= 0).count();
    int above = (int) Arrays.stream(differences).filter(difference -> difference >= 0).count();
    double p = Math.min(1, 2 * atMost.applyAsDouble(Math.min(below, above)));
    return new SpeedUp(
        Math.exp(Sample.of(differences).median()),
        new Interval(
            Math.exp(differences[rank - 1]),
            Math.exp(differences[differences.length - rank]),
            Math.max(0, 1 - 2 * atMost.applyAsDouble(rank - 1))),
        rounds,
        p,
        p);
  }

  SpeedUp corrected(double corrected) {
    return new SpeedUp(ratio, interval, rounds, p, corrected);
  }

  /** What may be said among the comparisons that it is shown with. */
  public Verdict verdict() {
    if (interval.level() < LEAST_LEVEL - ROUNDING) {
      return Verdict.TOO_FEW;
    }
    if (interval.contains(1) || Math.abs(Math.log(ratio)) < Math.log1p(LEAST_EFFECT)) {
      return Verdict.NOISE;
    }
    if (correctedP > ERROR + ROUNDING) {
      return Verdict.UNCORRECTED;
    }
    return ratio > 1 ? Verdict.FASTER : Verdict.SLOWER;
  }
}
