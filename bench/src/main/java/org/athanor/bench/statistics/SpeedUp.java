// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.statistics;

import java.util.Arrays;

/**
 * How many times faster one sample of times is than another, the baseline.
 *
 * <p>The ratio is the median of the quotients of every time of the baseline by every time of the
 * other (Hodges and Lehmann 1963, on logarithms), the interval goes from the k-th smallest to the
 * k-th largest quotient, with k from the exact distribution of the Mann-Whitney statistic: it is
 * what R's {@code wilcox.test(log(a), log(b), conf.int = TRUE)} gives. It assumes that the times of
 * both differ by a factor, not that they are normally distributed; a bootstrap of medians of three
 * to ten values would promise more than it keeps.
 *
 * @param ratio above 1: faster than the baseline
 */
public record SpeedUp(double ratio, Interval interval) {

  /** Differences below 2 % are not called faster or slower, however sure they are. */
  public static final double LEAST_EFFECT = .02;

  /** Three repetitions of each reach it. */
  public static final double LEAST_LEVEL = .9;

  public static SpeedUp of(Sample baseline, Sample other) {
    double[] slow = baseline.values();
    double[] fast = other.values();
    double[] quotients = new double[slow.length * fast.length];
    for (int i = 0; i < slow.length; i++) {
      for (int j = 0; j < fast.length; j++) {
        quotients[i * fast.length + j] = Math.log(slow[i] / fast[j]);
      }
    }
    Arrays.sort(quotients);
    RankSum ranks = new RankSum(slow.length, fast.length);
    int rank = 1;
    while (rank < quotients.length / 2 && 1 - 2 * ranks.atMost(rank) > Sample.LEVEL) {
      rank++;
    }
    return new SpeedUp(
        Math.exp(Sample.of(quotients).median()),
        new Interval(
            Math.exp(quotients[rank - 1]),
            Math.exp(quotients[quotients.length - rank]),
            Math.max(0, 1 - 2 * ranks.atMost(rank - 1))));
  }

  public Verdict verdict() {
    if (interval.level() < LEAST_LEVEL - 1e-9) {
      return Verdict.TOO_FEW;
    }
    if (interval.contains(1) || Math.abs(Math.log(ratio)) < Math.log1p(LEAST_EFFECT)) {
      return Verdict.NOISE;
    }
    return ratio > 1 ? Verdict.FASTER : Verdict.SLOWER;
  }
}
