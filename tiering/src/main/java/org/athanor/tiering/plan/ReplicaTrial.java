// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.athanor.storage.decision.Replication;

/**
 * What several budgets for more replicas would have bought, had the numbers of replicas been
 * planned before each period. As {@link org.athanor.storage.decision.AptPlanner} does where no file
 * is unpopular: the most popular files get theirs first, and none has a bonus.
 */
final class ReplicaTrial {
  private final Replication replication;
  private final long[] budgets;
  private final double[] sharing;
  private double accesses;

  /** The files that want more replicas, the most popular first. */
  private List<Wish> wishes = List.of();

  private record Wish(int file, double popularity, int more) {}

  /** Tries budgets in bytes. */
  ReplicaTrial(Replication replication, long[] budgets) {
    this.replication = replication;
    this.budgets = budgets.clone();
    this.sharing = new double[budgets.length];
  }

  /**
   * Plans the next period.
   *
   * @param popularity of each file; NaN if the plan does not change its number of replicas
   */
  void plan(double[] popularity) {
    double sum = 0;
    int files = 0;
    for (double value : popularity) {
      if (!Double.isNaN(value)) {
        sum += value;
        files++;
      }
    }
    List<Wish> wanting = new ArrayList<>();
    double average = files == 0 ? 0 : sum / files;
    for (int file = 0; file < popularity.length && average > 0; file++) {
      if (!Double.isNaN(popularity[file])) {
        int more = replication.forShare(popularity[file] / average) - replication.usual();
        if (more > 0) {
          wanting.add(new Wish(file, popularity[file], more));
        }
      }
    }
    wanting.sort(
        Comparator.comparingDouble(Wish::popularity).reversed().thenComparingInt(Wish::file));
    wishes = wanting;
  }

  /** Adds the period that was planned last. */
  void period(int[] counts, long[] lengths) {
    double all = 0;
    double squares = 0;
    for (int count : counts) {
      all += count;
      squares += (double) count * count;
    }
    accesses += all;
    for (int budget = 0; budget < budgets.length; budget++) {
      double rest = squares / replication.usual();
      long left = budgets[budget];
      for (Wish wish : wishes) {
        int granted = granted(wish, lengths, left);
        left -= granted * lengths[wish.file];
        double count = counts[wish.file];
        rest -= count * count / replication.usual();
        rest += count * count / (replication.usual() + granted);
      }
      sharing[budget] += rest;
    }
  }

  private static int granted(Wish wish, long[] lengths, long left) {
    long length = lengths[wish.file];
    return length == 0 ? wish.more : (int) Math.min(wish.more, left / length);
  }

  /** How many replicas more each file has by the plan that was made last; others have none. */
  Map<Integer, Integer> more(long budget, long[] lengths) {
    Map<Integer, Integer> more = new HashMap<>();
    long left = budget;
    for (Wish wish : wishes) {
      int granted = granted(wish, lengths, left);
      left -= granted * lengths[wish.file];
      if (granted > 0) {
        more.put(wish.file, granted);
      }
    }
    return more;
  }

  /** What each budget buys by the plan that was made last, and what it bought before. */
  List<ReplicaPoint> points(long[] lengths) {
    List<ReplicaPoint> points = new ArrayList<>();
    for (int budget = 0; budget < budgets.length; budget++) {
      long left = budgets[budget];
      int raised = 0;
      for (Wish wish : wishes) {
        int granted = granted(wish, lengths, left);
        left -= granted * lengths[wish.file];
        raised += granted > 0 ? 1 : 0;
      }
      points.add(
          new ReplicaPoint(
              budgets[budget],
              budgets[budget] - left,
              raised,
              accesses == 0 ? 0 : sharing[budget] / accesses));
    }
    return points;
  }
}
