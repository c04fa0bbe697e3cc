// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.View;

/** The last jobs that were seen, and the price of delays that follows from them. One thread. */
final class KnownJobs {
  private static final int MOST = 1000;

  /** The price is found again when so many jobs are new, as a part of all. */
  private static final double NEW_PART = 0.1;

  private static final Duration OLD = Duration.ofHours(1);

  private final double bound;
  private final Deque<DelayPrice.EarlierJob> jobs = new ArrayDeque<>();
  private Set<String> last = new HashSet<>();
  private Instant until = Instant.MIN;
  private int added;
  private double price;

  KnownJobs(double bound) {
    this.bound = bound;
  }

  /** Learns the jobs that are new in a view. */
  void add(View view, Electricity electricity) {
    Set<String> names = new HashSet<>();
    for (PendingJob job : view.jobs()) {
      if (!last.contains(job.name())) {
        add(job, view, electricity);
      }
      names.add(job.name());
    }
    last = names;
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
