// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.LatestEnds;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;

/**
 * What the jobs that were seen say about those to come: the price of delays, how many large ones
 * may come, and what those with deadlines can bear. One thread.
 */
final class KnownJobs {
  private static final int MOST = 1000;

  /** The price is found again when so many jobs are new, as a part of all. */
  private static final double NEW_PART = 0.1;

  private static final Duration OLD = Duration.ofHours(1);

  private final double bound;
  private final Deque<DelayPrice.EarlierJob> jobs = new ArrayDeque<>();
  private Map<String, Double> last = new HashMap<>(); // parts that the jobs of the last view need
  private Instant until = Instant.MIN;
  private int added;
  private double price;
  private final Arrivals arrivals = new Arrivals();
  private final Extremes longest = new Extremes(); // seconds
  private final Extremes haste = new Extremes(); // how much time is spare, below 0

  KnownJobs(double bound) {
    this.bound = bound;
  }

  /** Learns the jobs that are new in a view. */
  void add(View view, Electricity electricity, LatestEnds ends, Instant now) {
    Map<String, Double> parts = new HashMap<>();
    for (PendingJob job : view.jobs()) {
      if (!last.containsKey(job.name())) {
        add(job, view, electricity);
      }
      parts.put(job.name(), part(job, view));
      longest.add(job.name(), highest(job), now); // what is predicted may change
      spare(job, view, ends).ifPresent(spare -> haste.add(job.name(), -spare, now));
    }
    last.keySet().removeAll(parts.keySet());
    last.values().forEach(part -> arrivals.add(now, part)); // a job that waits is not another one
    last = parts;
  }

  private void add(PendingJob job, View view, Electricity electricity) {
    Map<String, DelayPrice.Place> places = new TreeMap<>();
    for (ClusterState cluster : view.clusters()) {
      electricity.place(job, cluster).ifPresent(place -> places.put(cluster.name(), place));
    }
    if (!places.isEmpty()) {
      jobs.addLast(new DelayPrice.EarlierJob(places));
      added++;
      if (jobs.size() > MOST) {
        jobs.removeFirst();
      }
    }
  }

  /** The part of the largest cluster that a job needs. */
  private static double part(PendingJob job, View view) {
    Resources largest = largest(view);
    double part = 1;
    for (ClusterState cluster : view.clusters()) {
      part = Math.min(part, part(job.needs(cluster), largest));
    }
    return part;
  }

  private static Resources largest(View view) {
    return view.clusters().stream()
        .map(ClusterState::total)
        .reduce(Resources.NONE, Resources::atLeast);
  }

  private static double part(Resources some, Resources all) {
    return Math.max(
        all.vcores() > 0 ? some.vcores() / all.vcores() : 0,
        all.memoryBytes() > 0 ? some.memoryBytes() / all.memoryBytes() : 0);
  }

  private static double highest(PendingJob job) {
    return job.offers().values().stream()
        .flatMap(offer -> offer.seconds().stream())
        .mapToDouble(Prediction::high)
        .max()
        .orElse(0);
  }

  /** By how much a job, and those after it, could start later than at once; never below 0. */
  private static OptionalDouble spare(PendingJob job, View view, LatestEnds ends) {
    if (ends.deadline(job).isEmpty()) {
      return OptionalDouble.empty();
    }
    double soonest =
        job.offers().entrySet().stream()
            .flatMapToDouble(
                offer ->
                    offer.getValue().seconds().stream()
                        .mapToDouble(it -> it.high() + view.copySeconds(job, offer.getKey())))
            .min()
            .orElse(0);
    double spare = Starts.seconds(job.since(), ends.deadline(job).get()) - soonest;
    return spare < 0 ? OptionalDouble.empty() : OptionalDouble.of(spare);
  }

  /** The longest that another job was predicted to take, at most; 0 if there was none. */
  double longestWithout(PendingJob job) {
    return Math.max(0, longest.largestWithout(job.name()));
  }

  /** The least time that another job with a deadline had to spare; infinite if there was none. */
  double leastSpareWithout(PendingJob job) {
    return -haste.largestWithout(job.name());
  }

  /**
   * The most jobs that started within so many seconds and would have found no room.
   *
   * @param free by cluster
   */
  int most(double seconds, Collection<Resources> free, View view) {
    Resources largest = largest(view);
    double part = 0;
    for (Resources each : free) {
      part = Math.max(part, leastPart(each, largest));
    }
    return arrivals.most(seconds, part);
  }

  private static double leastPart(Resources some, Resources all) {
    return Math.min(
        all.vcores() > 0 ? some.vcores() / all.vcores() : 1,
        all.memoryBytes() > 0 ? some.memoryBytes() / all.memoryBytes() : 1);
  }

  /** What a second of delay costs. */
  double price(Electricity electricity, Instant now) {
    if (added > NEW_PART * jobs.size() || now.isAfter(until)) {
      price = DelayPrice.of(bound, jobs, electricity, now);
      added = 0;
      until = now.plus(OLD);
    }
    return price;
  }
}
