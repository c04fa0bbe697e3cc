// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Orders of jobs for a plan. A job's rank is its own weight and the greatest rank of the jobs that
 * come after it, so jobs on long paths come first, and each comes before those that depend on it
 * (upward rank of HEFT, if the weight is the mean duration). Priorities are stronger than ranks,
 * and a job has at least the priority of those that depend on it.
 */
final class Ranks {
  private final Map<String, PendingJob> jobs = new LinkedHashMap<>();
  private final Map<String, List<PendingJob>> later = new HashMap<>();
  private final List<PendingJob> latestFirst;

  Ranks(View view) {
    latestFirst = TopologicalOrder.latestFirst(view);
    for (PendingJob job : view.jobs()) {
      jobs.put(job.name(), job);
      job.after().forEach(name -> later.computeIfAbsent(name, key -> new ArrayList<>()).add(job));
    }
  }

  /**
   * The jobs by falling rank.
   *
   * @param weight of a job, above 0
   */
  List<PendingJob> order(ToDoubleFunction<PendingJob> weight) {
    Map<String, Rank> ranks = new HashMap<>();
    for (PendingJob job : latestFirst) {
      Rank rank = new Rank(job.priority(), 0, 0);
      for (PendingJob next : later.getOrDefault(job.name(), List.of())) {
        rank = rank.atLeast(ranks.get(next.name()));
      }
      ranks.put(job.name(), rank.plus(weight.applyAsDouble(job)));
    }
    return jobs.values().stream()
        .sorted(
            Comparator.comparing((PendingJob job) -> ranks.get(job.name()), Rank.GREATEST_FIRST)
                .thenComparing(PendingJob::since)
                .thenComparing(PendingJob::name))
        .toList();
  }

  /**
   * What a job is ordered by.
   *
   * @param priority the greatest of the job and those that depend on it
   * @param weight of the heaviest path that begins with the job
   * @param jobs of the path with most jobs; decides where weights are too small to be added
   */
  private record Rank(int priority, double weight, int jobs) {
    static final Comparator<Rank> GREATEST_FIRST =
        Comparator.comparingInt(Rank::priority)
            .thenComparingDouble(Rank::weight)
            .thenComparingInt(Rank::jobs)
            .reversed();

    Rank atLeast(Rank other) {
      return new Rank(
          Math.max(priority, other.priority),
          Math.max(weight, other.weight),
          Math.max(jobs, other.jobs));
    }

    Rank plus(double added) {
      return new Rank(priority, weight + added, jobs + 1);
    }
  }
}
