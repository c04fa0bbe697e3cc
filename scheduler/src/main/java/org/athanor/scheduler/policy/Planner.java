// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.predict.Prediction;

/**
 * Plans all jobs of a view: each, in a given order, where it is predicted to end first, in gaps
 * that earlier ones leave (H. Topcuoglu, S. Hariri, M. Wu, IEEE Transactions on Parallel and
 * Distributed Systems 13, 2002, section 4.2, with clusters that run several jobs at once). A copy
 * of its input begins when the jobs before it have ended, whether there is room or not.
 */
final class Planner {
  /** Duration of a job of which nothing is known, if nothing is known of any job. */
  private static final double UNKNOWN_SECONDS = 60;

  private final View view;
  private final Instant now;
  private final boolean remoteReads;
  private final double unknownSeconds;
  private final Map<String, Double> runningEnds = new HashMap<>();
  private final Map<String, Resources> totals = new HashMap<>();

  /**
   * Makes a planner.
   *
   * @param remoteReads whether jobs may read inputs from other clusters
   */
  Planner(View view, Instant now, boolean remoteReads) {
    this.view = view;
    this.now = now;
    this.remoteReads = remoteReads;
    this.unknownSeconds =
        view.jobs().stream()
            .flatMap(job -> job.offers().values().stream())
            .flatMap(offer -> offer.seconds().stream())
            .mapToDouble(Prediction::middle)
            .average()
            .orElse(UNKNOWN_SECONDS);
    for (ClusterState cluster : view.clusters()) {
      totals.put(cluster.name(), cluster.total());
      for (Reservation running : cluster.running()) {
        runningEnds.put(running.job(), fromNow(running.expectedEnd()));
      }
    }
  }

  private double fromNow(Instant time) {
    return Math.max(0, Duration.between(now, time).toNanos() / 1e9);
  }

  /** Predicted seconds; those of an unknown job are the mean of what is known. */
  double seconds(PendingJob job, String cluster) {
    return job.offers().get(cluster).seconds().map(Prediction::middle).orElse(unknownSeconds);
  }

  /**
   * Plans jobs. Those that no cluster can run are left out, and not waited for.
   *
   * @param order each job after those that it depends on
   */
  Plan plan(List<PendingJob> order) {
    Map<String, Skyline> skylines = new LinkedHashMap<>();
    view.clusters().forEach(cluster -> skylines.put(cluster.name(), skyline(cluster)));
    Map<String, Double> ends = new HashMap<>(runningEnds);
    List<Plan.Place> places = new ArrayList<>();
    for (PendingJob job : order) {
      double ready =
          job.after().stream().mapToDouble(name -> ends.getOrDefault(name, 0.0)).max().orElse(0);
      Optional<Plan.Place> best = Optional.empty();
      for (ClusterState cluster : view.clusters()) {
        if (job.offers().containsKey(cluster.name())) {
          best = better(best, job, cluster, skylines.get(cluster.name()), ready);
        }
      }
      if (best.isPresent()) {
        Plan.Place place = best.get();
        places.add(place);
        ends.put(job.name(), place.finish());
        Resources needs = job.needs().atMost(totals.get(place.cluster()));
        skylines.get(place.cluster()).take(place.start(), place.finish(), needs);
      }
    }
    return new Plan(places);
  }

  private Skyline skyline(ClusterState cluster) {
    Skyline skyline = new Skyline(cluster.free());
    for (Reservation running : cluster.running()) {
      skyline.release(fromNow(running.expectedEnd()), running.resources());
    }
    return skyline;
  }

  /**
   * The best place so far, or one that ends sooner in a cluster: with the input there, or if that
   * is allowed and takes a copy, without.
   */
  private Optional<Plan.Place> better(
      Optional<Plan.Place> best,
      PendingJob job,
      ClusterState cluster,
      Skyline skyline,
      double ready) {
    String name = cluster.name();
    Resources needs = job.needs().atMost(cluster.total());
    double seconds = seconds(job, name);
    double copy = view.copySeconds(job, name);
    Instant arrival = job.input().arriving().get(name);
    double there = copy == 0 ? ready : arrival == null ? ready + copy : fromNow(arrival);
    double start = skyline.earliest(Math.max(ready, there), end(best) - seconds, seconds, needs);
    Optional<Plan.Place> found =
        sooner(best, new Plan.Place(job, name, Access.LOCAL, start, start + seconds));
    if (copy == 0 || !remoteReads) {
      return found;
    }
    double longer = seconds + copy * view.network().remoteReadPart();
    double remote = skyline.earliest(ready, end(found) - longer, longer, needs);
    return sooner(found, new Plan.Place(job, name, Access.REMOTE_READ, remote, remote + longer));
  }

  private static double end(Optional<Plan.Place> place) {
    return place.map(Plan.Place::finish).orElse(Double.POSITIVE_INFINITY);
  }

  private static Optional<Plan.Place> sooner(Optional<Plan.Place> best, Plan.Place place) {
    return place.finish() < end(best) ? Optional.of(place) : best;
  }
}
