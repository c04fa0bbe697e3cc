// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.predict.Prediction;

/**
 * The jobs of a view that must end by a time, so that neither they nor jobs after them are late,
 * and can: they would if they went before all others. Durations are the upper ends of predictions;
 * for a job that cannot be in time by that, the middles; else the lower ends. A job that is late
 * even then is not here, nor are jobs of which nothing is predicted, and those that wait for such
 * jobs. Of many jobs only the {@value #MOST} are here that must start first, so that a plan costs
 * little; the others come later. Times are seconds from now.
 */
final class DueJobs {
  /** What is taken of a prediction, the most careful first. */
  private static final List<ToDoubleFunction<Prediction>> ENDS =
      List.of(Prediction::high, Prediction::middle, Prediction::low);

  private static final double ROUNDING = 1e-6;
  private static final int MOST = 100;

  private final View view;
  private final Instant now;
  private final LatestEnds[] latest = new LatestEnds[ENDS.size()];
  private final List<PendingJob> latestFirst; // all of the view
  private final Planner.Memory memory = new Planner.Memory();
  private List<PendingJob> earliestFirst; // each before those that wait for it
  private final Map<String, Integer> level = new HashMap<>(); // index into ENDS, by job
  private final Map<String, Assumed> taken = new HashMap<>();
  private List<Due> jobs = List.of();
  private Plan plan = new Plan(List.of());

  /**
   * A job.
   *
   * @param job with exact durations, on clusters where any is predicted
   * @param end when it must have ended
   * @param start when it must start on its fastest cluster
   */
  record Due(PendingJob job, double end, double start) {}

  /** A job with the durations of a level. The same object as long as the level is the same. */
  private record Assumed(PendingJob job, int level) {}

  /**
   * Finds the jobs.
   *
   * @param clusters of the view, possibly with jobs that start now
   */
  DueJobs(View view, List<ClusterState> clusters, Instant now) {
    this.view = view;
    this.now = now;
    Set<String> running =
        clusters.stream()
            .flatMap(cluster -> cluster.running().stream())
            .map(Reservation::job)
            .collect(Collectors.toSet());
    this.latestFirst = TopologicalOrder.latestFirst(view);
    this.earliestFirst =
        new ArrayList<>(latestFirst.stream().filter(job -> !running.contains(job.name())).toList());
    Collections.reverse(earliestFirst);
    earliestFirst.stream()
        .filter(job -> latest(0).deadline(job).isPresent())
        .forEach(job -> level.put(job.name(), 0));
    // Some are taken to be faster or given up; without these, others may be in time.
    boolean changed = true;
    for (int round = 0; changed && round <= ENDS.size(); round++) {
      arrange();
      plan = plan(clusters, Set.of());
      changed = lower(keptBy(plan));
    }
    if (changed) {
      arrange();
      plan = plan(clusters, Set.of());
    }
  }

  private LatestEnds latest(int index) {
    if (latest[index] == null) {
      latest[index] = new LatestEnds(latestFirst, ENDS.get(index));
    }
    return latest[index];
  }

  /** Orders the jobs, with the durations of their levels. */
  private void arrange() {
    List<Due> made = new ArrayList<>();
    Set<String> out = new HashSet<>();
    for (PendingJob job : earliestFirst) {
      Optional<Due> due =
          job.after().stream().anyMatch(out::contains) ? Optional.empty() : due(job);
      due.ifPresentOrElse(made::add, () -> out.add(job.name()));
    }
    Map<String, Assumed> before = Map.copyOf(taken);
    taken.clear();
    List<Due> sorted = earliestStart(made);
    jobs = sorted.stream().limit(MOST).map(due -> assumed(due, before)).toList();
    level.keySet().retainAll(taken.keySet());
    earliestFirst = earliestFirst.stream().filter(job -> taken.containsKey(job.name())).toList();
  }

  /**
   * The jobs by when they must start. None is after one that waits for it, even if its duration is
   * taken to be shorter than that one's deadline allows for.
   */
  private static List<Due> earliestStart(List<Due> topological) {
    Map<String, Double> bounds = new HashMap<>(); // by those that wait
    List<Due> sorted = new ArrayList<>();
    for (int i = topological.size() - 1; i >= 0; i--) {
      Due due = topological.get(i);
      double start =
          Math.min(due.start(), bounds.getOrDefault(due.job().name(), Double.POSITIVE_INFINITY));
      due.job().after().forEach(before -> bounds.merge(before, start, Math::min));
      sorted.add(new Due(due.job(), due.end(), start));
    }
    Collections.reverse(sorted);
    // Stable: of jobs with equal times, those that others wait for stay first.
    sorted.sort(Comparator.comparingDouble(Due::start));
    return sorted;
  }

  /** The job at the first level, from its own, at which it can be in time if it starts now. */
  private Optional<Due> due(PendingJob job) {
    Integer first = level.get(job.name());
    for (int i = first == null ? ENDS.size() : first; i < ENDS.size(); i++) {
      double end = fromNow(latest(i).deadline(job).orElseThrow());
      double least = Double.POSITIVE_INFINITY;
      for (Map.Entry<String, Offer> offer : job.offers().entrySet()) {
        if (offer.getValue().seconds().isPresent()) {
          double seconds = ENDS.get(i).applyAsDouble(offer.getValue().seconds().get());
          least = Math.min(least, seconds + view.copySeconds(job, offer.getKey()));
        }
      }
      if (least <= end + ROUNDING) {
        level.put(job.name(), i);
        return Optional.of(new Due(job, end, end - least));
      }
    }
    return Optional.empty();
  }

  /** The job with exact durations, on clusters where any is predicted. */
  private Due assumed(Due due, Map<String, Assumed> before) {
    String name = due.job().name();
    Assumed assumed = before.get(name);
    if (assumed == null || assumed.level() != level.get(name)) {
      assumed = new Assumed(atLevel(due.job(), level.get(name)), level.get(name));
    }
    taken.put(name, assumed);
    return new Due(assumed.job(), due.end(), due.start());
  }

  private static PendingJob atLevel(PendingJob job, int level) {
    Map<String, Offer> offers = new HashMap<>();
    job.offers()
        .forEach(
            (cluster, offer) ->
                offer
                    .seconds()
                    .ifPresent(it -> offers.put(cluster, exactly(it, ENDS.get(level), offer))));
    return job.with(offers);
  }

  private static Offer exactly(Prediction it, ToDoubleFunction<Prediction> end, Offer offer) {
    double seconds = end.applyAsDouble(it);
    Prediction exact =
        new Prediction(seconds, seconds, seconds, it.level(), it.source(), it.runs());
    return new Offer(Optional.of(exact), Optional.empty(), offer.least());
  }

  private double fromNow(Instant time) {
    return Duration.between(now, time).toMillis() / 1e3;
  }

  /**
   * Takes those that are not kept to be faster, or gives them up; returns whether there are any.
   */
  private boolean lower(Set<String> kept) {
    boolean changed = false;
    for (Due due : jobs) {
      String name = due.job().name();
      if (!kept.contains(name)) {
        changed = true;
        if (level.merge(name, 1, Integer::sum) == ENDS.size()) {
          level.remove(name);
        }
      }
    }
    return changed;
  }

  /** The jobs, those that must start first first. */
  List<Due> jobs() {
    return jobs;
  }

  /** A job of the view as it is taken to be: one of these has exact durations. */
  PendingJob assumed(PendingJob job) {
    Assumed assumed = taken.get(job.name());
    return assumed == null ? job : assumed.job();
  }

  /** What would be if they went first. */
  Plan plan() {
    return plan;
  }

  /**
   * Plans them on clusters on which others have started.
   *
   * @param started those of them that have started there
   */
  Plan plan(List<ClusterState> clusters, Set<String> started) {
    List<PendingJob> rest =
        jobs.stream().map(Due::job).filter(job -> !started.contains(job.name())).toList();
    return new Planner(new View(rest, clusters, view.network()), now, memory).plan(rest, false);
  }

  /** Whether a job that starts now is in time. */
  static boolean isInTime(Due due, double seconds) {
    return seconds <= due.end() + ROUNDING;
  }

  /** The jobs that end in time in a plan. */
  Set<String> keptBy(Plan some) {
    Map<String, Due> byName = new HashMap<>();
    jobs.forEach(due -> byName.put(due.job().name(), due));
    return some.places().stream()
        .filter(place -> isInTime(byName.get(place.job().name()), place.finish()))
        .map(place -> place.job().name())
        .collect(Collectors.toSet());
  }
}
