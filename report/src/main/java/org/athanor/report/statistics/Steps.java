// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Where the level of a sequence of times changes: binary segmentation with the rank-sum test.
 *
 * <p>Of all splits of a sequence with at least {@value #LEAST_RUNS} times on each side, the one
 * with the most extreme Mann-Whitney statistic, in standard deviations, is a step if the exact
 * p-value of its test, multiplied by the number of splits (Bonferroni), is at most {@value
 * SpeedUp#ERROR}, and if the times differ by {@value SpeedUp#LEAST_EFFECT} or more. Then both parts
 * are searched. Nothing is assumed about the distribution of times but that they are independent;
 * slow drifts also look like steps.
 */
public final class Steps {
  /** The fewest times on each side of a step. */
  public static final int LEAST_RUNS = 3;

  /** The rule in one sentence, for readers. */
  public static final String RULE =
      "A step is marked where the medians of at least "
          + LEAST_RUNS
          + " runs before and after differ: Mann-Whitney test, p multiplied by the number of possible"
          + " splits at most 0.1, difference at least 2 %; the parts before and after it are searched"
          + " again.";

  private final double[] times;
  private final List<Step> found = new ArrayList<>();

  private Steps(double[] times) {
    this.times = times;
  }

  /**
   * A change of the level.
   *
   * @param index of the first time after it
   * @param speedUp of the times after it, up to the next step, over those before it, back to the
   *     one before
   */
  public record Step(int index, SpeedUp speedUp) {}

  /**
   * The steps of a sequence, in order.
   *
   * @param times one for each run, in order, above 0
   */
  public static List<Step> of(double... times) {
    Steps steps = new Steps(times.clone());
    steps.search(0, times.length);
    steps.found.sort(Comparator.comparingInt(Step::index));
    return steps.betweenNeighbours();
  }

  private void search(int from, int to) {
    int splits = to - from - 2 * LEAST_RUNS + 1;
    if (splits < 1) {
      return;
    }
    int split = mostExtreme(from, to);
    SpeedUp speedUp = speedUp(from, split, to);
    boolean significant = speedUp.corrected(Math.min(1, speedUp.p() * splits)).significant();
    if (significant && Math.abs(Math.log(speedUp.ratio())) >= Math.log1p(SpeedUp.LEAST_EFFECT)) {
      found.add(new Step(split, speedUp));
      search(from, split);
      search(split, to);
    }
  }

  /** The split whose statistic is farthest from its mean, in standard deviations. */
  private int mostExtreme(int from, int to) {
    int best = from + LEAST_RUNS;
    double most = -1;
    double larger = 0;
    for (int split = from + 1; split <= to - LEAST_RUNS; split++) {
      double moved = times[split - 1];
      // Pairs in which the value before is larger; the moved value was after, and is before now.
      for (int i = from; i < split - 1; i++) {
        larger -= pair(times[i], moved);
      }
      for (int i = split; i < to; i++) {
        larger += pair(moved, times[i]);
      }
      double first = split - from;
      double second = to - split;
      double deviation = Math.sqrt(first * second * (to - from + 1) / 12);
      double distance = Math.abs(larger - first * second / 2) / deviation;
      if (split >= from + LEAST_RUNS && distance > most) {
        most = distance;
        best = split;
      }
    }
    return best;
  }

  private static double pair(double before, double after) {
    return before > after ? 1 : before == after ? .5 : 0;
  }

  /** The same steps, each with the speed-up between its neighbours. */
  private List<Step> betweenNeighbours() {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      int from = i == 0 ? 0 : found.get(i - 1).index();
      int to = i == found.size() - 1 ? times.length : found.get(i + 1).index();
      int index = found.get(i).index();
      steps.add(new Step(index, speedUp(from, index, to)));
    }
    return steps;
  }

  private SpeedUp speedUp(int from, int split, int to) {
    return SpeedUp.of(
        Sample.of(Arrays.copyOfRange(times, from, split)),
        Sample.of(Arrays.copyOfRange(times, split, to)));
  }
}
