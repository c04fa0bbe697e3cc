// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<String, Integer> indices = new HashMap<>();
  private final Facts[] facts;
  private final int[][] after; // indices of those before a job that have not started
  private final double[] ready; // when those before it that run have ended

  /**
   * What a plan needs to know of a job, by cluster where it is an array: plans ask for it tens of
   * thousands of times.
   */
  private static final class Facts {
    private final boolean[] runs; // whether the cluster can run it
    private final double[] seconds; // predicted there
    private final double[] sorted; // predicted seconds where it can run, the least first
    private final double[] copySeconds; // of its input; 0 if it is there
    private final boolean[] copied; // whether it can be copied there
    private final double[] arrives; // when a copy that is under way is there; NaN without one
    private final Resources[] needs;

    Facts(int clusters, int offers) {
      this.runs = new boolean[clusters];
      this.seconds = new double[clusters];
      this.sorted = new double[offers];
      this.copySeconds = new double[clusters];
      this.copied = new boolean[clusters];
      this.arrives = new double[clusters];
      this.needs = new Resources[clusters];
    }
  }

  /**
   * What several planners know of the same jobs, so that each job is looked at once: these may
   * differ in what runs, and in which jobs there are, but have the same moment and network,
   * clusters with the same totals in the same order, and predictions for all offers. One thread.
   */
  static final class Memory {
    private final IdentityHashMap<PendingJob, Facts> facts = new IdentityHashMap<>();
  }

  /** Makes a planner. */
  Planner(View view, Instant now) {
    this(view, now, new Memory());
  }

  /** Makes a planner that shares what it knows of jobs. */
  Planner(View view, Instant now, Memory memory) {
    this.view = view;
    this.now = now;
    for (PendingJob job : view.jobs()) {
      indices.put(job.name(), indices.size());
    }
    double unknownSeconds =
        view.jobs().stream()
            .flatMap(job -> job.offers().values().stream())
            .flatMap(offer -> offer.seconds().stream())
            .mapToDouble(Prediction::middle)
            .average()
            .orElse(UNKNOWN_SECONDS);
    Map<String, Double> runningEnds = new HashMap<>();
    for (ClusterState cluster : view.clusters()) {
      for (Reservation running : cluster.running()) {
        runningEnds.put(running.job(), fromNow(running.expectedEnd()));
      }
    }
    int jobs = view.jobs().size();
    this.facts = new Facts[jobs];
    this.after = new int[jobs][];
    this.ready = new double[jobs];
    for (int i = 0; i < jobs; i++) {
      PendingJob job = view.jobs().get(i);
      facts[i] = memory.facts.computeIfAbsent(job, it -> facts(it, unknownSeconds));
      after[i] = job.after().stream().filter(indices::containsKey).mapToInt(indices::get).toArray();
      for (String before : job.after()) {
        ready[i] = Math.max(ready[i], runningEnds.getOrDefault(before, 0.0));
      }
    }
  }

  private Facts facts(PendingJob job, double unknownSeconds) {
    int clusters = view.clusters().size();
    Facts made = new Facts(clusters, job.offers().size());
    for (int i = 0; i < clusters; i++) {
      ClusterState cluster = view.clusters().get(i);
      Offer offer = job.offers().get(cluster.name());
      if (offer != null) {
        made.runs[i] = true;
        made.seconds[i] = seconds(offer, unknownSeconds);
        made.copySeconds[i] = view.copySeconds(job, cluster.name());
        made.copied[i] = !job.input().uncopied().contains(cluster.name());
        Instant arrival = job.input().arriving().get(cluster.name());
        made.arrives[i] = arrival == null ? Double.NaN : fromNow(arrival);
        made.needs[i] = job.needs(cluster);
      }
    }
    int offers = 0;
    for (Offer offer : job.offers().values()) {
      made.sorted[offers++] = seconds(offer, unknownSeconds);
    }
    Arrays.sort(made.sorted);
    return made;
  }

  /** Those of an unknown job are the mean of what is known. */
  private static double seconds(Offer offer, double unknownSeconds) {
    return offer.seconds().map(Prediction::middle).orElse(unknownSeconds);
  }

  private double fromNow(Instant time) {
    return Math.max(0, Duration.between(now, time).toNanos() / 1e9);
  }

  private Facts of(PendingJob job) {
    return facts[indices.get(job.name())];
  }

  /** The mean of the predicted seconds on all clusters; 0 if none can run it. */
  double meanSeconds(PendingJob job) {
    return Arrays.stream(of(job).sorted).average().orElse(0);
  }

  /**
   * Seconds on the fastest cluster, or on the next ones; on the slowest if there are not so many.
   *
   * @param place from 0, the fastest
   */
  double fastest(PendingJob job, int place) {
    double[] sorted = of(job).sorted;
    return sorted.length == 0 ? 0 : sorted[Math.min(place, sorted.length - 1)];
  }

  /**
   * Plans jobs. Those that no cluster can run are left out, and not waited for.
   *
   * @param order each job after those that it depends on
   * @param remoteReads whether jobs may read inputs from other clusters
   */
  Plan plan(List<PendingJob> order, boolean remoteReads) {
    Search search = new Search(remoteReads);
    List<Plan.Place> places = new ArrayList<>();
    double[] ends = new double[facts.length];
    for (PendingJob job : order) {
      int index = indices.get(job.name());
      Facts known = facts[index];
      double earliest = ready[index];
      for (int before : after[index]) {
        earliest = Math.max(earliest, ends[before]);
      }
      search.place(known, earliest);
      if (search.cluster >= 0) {
        String cluster = view.clusters().get(search.cluster).name();
        places.add(new Plan.Place(job, cluster, search.access, search.start, search.finish));
        ends[index] = search.finish;
      }
    }
    return new Plan(places);
  }

  private static Skyline skyline(ClusterState cluster, Planner planner) {
    Skyline skyline = new Skyline(cluster.free());
    for (Reservation running : cluster.running()) {
      skyline.release(planner.fromNow(running.expectedEnd()), running.resources());
    }
    return skyline;
  }

  /** Finds places, one after the other. */
  private final class Search {
    private final Skyline[] skylines;
    private final boolean remoteReads;
    private final double remoteReadPart = view.network().remoteReadPart();
    private int cluster; // of the last job; less than 0 if no cluster can run it
    private Access access = Access.LOCAL;
    private double start;
    private double finish;

    Search(boolean remoteReads) {
      this.remoteReads = remoteReads;
      this.skylines =
          view.clusters().stream().map(each -> skyline(each, Planner.this)).toArray(Skyline[]::new);
    }

    /** Finds the place where a job ends first, and takes it. */
    void place(Facts job, double ready) {
      cluster = -1;
      finish = Double.POSITIVE_INFINITY;
      for (int i = 0; i < skylines.length; i++) {
        if (job.runs[i]) {
          look(job, i, ready);
        }
      }
      if (cluster >= 0) {
        skylines[cluster].take(start, finish, job.needs[cluster]);
      }
    }

    /**
     * With the input there; or if that takes a copy, and the plan allows it or there can be no
     * copy, without.
     */
    private void look(Facts job, int i, double ready) {
      double copy = job.copySeconds[i];
      double arrival = job.arrives[i];
      double there = copy == 0 ? ready : Double.isNaN(arrival) ? ready + copy : arrival;
      boolean copied = job.copied[i];
      if (copy == 0 || copied) {
        sooner(job, i, Access.LOCAL, Math.max(ready, there), job.seconds[i]);
      }
      if (copy > 0 && (remoteReads || !copied)) {
        double longer = job.seconds[i] + copy * remoteReadPart;
        sooner(job, i, Access.REMOTE_READ, ready, longer);
      }
    }

    private void sooner(Facts job, int i, Access how, double notBefore, double seconds) {
      if (notBefore + seconds >= finish) {
        return;
      }
      double found = skylines[i].earliest(notBefore, finish - seconds, seconds, job.needs[i]);
      if (found + seconds < finish) {
        cluster = i;
        access = how;
        start = found;
        finish = found + seconds;
      }
    }
  }
}
