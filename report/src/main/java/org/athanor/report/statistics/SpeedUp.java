// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * How many times faster one sample of times is than another one, the baseline.
 *
 * <p>For times of rounds ({@link #ofRounds}) the ratio is the median of the geometric means of all
 * pairs of quotients (Hodges and Lehmann 1963, on logarithms). The interval goes from the k-th
 * smallest to the k-th largest mean, with k from the exact distribution of Wilcoxon's signed-rank
 * statistic. R computes the same with {@code wilcox.test(log(a), log(b), paired = TRUE, conf.int =
 * TRUE)}.
 *
 * <p>For other times ({@link #of}) the ratio is the median of all quotients of a time of the
 * baseline by a time of the other. The interval goes from the k-th smallest to the k-th largest
 * quotient, with k from the exact distribution of the Mann-Whitney statistic, as in R's {@code
 * wilcox.test(log(a), log(b), conf.int = TRUE)}.
 *
 * <p>Both methods assume that the two samples differ by a factor, but not that times are normally
 * distributed. A bootstrap is not used: with three to ten values its intervals contain the true
 * value less often than stated. The p-value is two-sided and belongs to the same test as the
 * interval; if quotients are equal, it is too large rather than too small.
 *
 * @param ratio above 1 if the other is faster than the baseline
 * @param rounds number of rounds that were compared; 0 if the times are not paired
 * @param p p-value of the hypothesis that both take the same time
 * @param correctedP the p-value corrected for all comparisons that are shown together
 */
public record SpeedUp(double ratio, Interval interval, int rounds, double p, double correctedP) {

  /** Differences below 2 % are never called faster or slower, however significant they are. */
  public static final double LEAST_EFFECT = .02;

  /** The least level of an interval for a verdict; three repetitions of each reach it. */
  public static final double LEAST_LEVEL = .9;

  /** The most probability that any of the verdicts that are shown together is wrong. */
  public static final double ERROR = .1;

  private static final double ROUNDING = 1e-9;

  /** The speed-up of times that are not paired. */
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
   * The speed-up of times that were measured in rounds.
   *
   * @param quotients for each round, the time of the baseline divided by that of the other
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
   * @param differences differences of logarithms: all values that the statistic counts
   * @param atMost distribution of the number of differences above 0
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

  /** Whether no interval of these sample sizes reaches {@link #LEAST_LEVEL}. */
  boolean tooFew() {
    return interval.level() < LEAST_LEVEL - ROUNDING;
  }

  /** Whether the corrected p-value is at most {@link #ERROR}. */
  boolean significant() {
    return correctedP <= ERROR + ROUNDING;
  }

  /** The verdict, corrected for the comparisons that are shown together. */
  public Verdict verdict() {
    if (tooFew()) {
      return Verdict.TOO_FEW;
    }
    if (interval.contains(1) || Math.abs(Math.log(ratio)) < Math.log1p(LEAST_EFFECT)) {
      return Verdict.NOISE;
    }
    if (!significant()) {
      return Verdict.UNCORRECTED;
    }
    return ratio > 1 ? Verdict.FASTER : Verdict.SLOWER;
  }
}
