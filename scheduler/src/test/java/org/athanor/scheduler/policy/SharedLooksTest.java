// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.service.RandomViews;
import org.junit.jupiter.api.Test;

/** What is looked at once, or in one pass, is what the slow way would give; in random views. */
class SharedLooksTest {
  private static final int SEEDS = 300;

  /** Planners that share what they know of jobs make the plans of those that look themselves. */
  @Test
  void plansAreThoseOfPlannersThatShareNothing() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      View view = predicted(RandomViews.of(random));
      Planner.Memory memory = new Planner.Memory();
      for (int round = 0; round < 4; round++) {
        View other = later(view, random);
        List<PendingJob> order = new ArrayList<>(TopologicalOrder.latestFirst(other));
        Collections.reverse(order);
        boolean remoteReads = random.nextBoolean();
        assertThat(new Planner(other, RandomViews.NOW, memory).plan(order, remoteReads))
            .as("seed %s, round %s", seed, round)
            .isEqualTo(new Planner(other, RandomViews.NOW).plan(order, remoteReads));
      }
    }
  }

  /** Without clusters about which nothing is predicted. */
  private static View predicted(View view) {
    List<PendingJob> jobs = new ArrayList<>();
    for (PendingJob job : view.jobs()) {
      Map<String, Offer> offers = new HashMap<>(job.offers());
      offers.values().removeIf(offer -> offer.seconds().isEmpty());
      jobs.add(job.with(offers));
    }
    return new View(jobs, view.clusters(), view.network());
  }

  /** Some of the jobs have started, others are gone. */
  private static View later(View view, SplittableRandom random) {
    List<ClusterState> clusters = new ArrayList<>(view.clusters());
    List<PendingJob> rest = new ArrayList<>();
    for (PendingJob job : view.jobs()) {
      int fate = random.nextInt(4);
      if (fate == 0) {
        int on = random.nextInt(clusters.size());
        ClusterState cluster = clusters.get(on);
        Resources used = job.needs(cluster).atMost(cluster.free());
        clusters.set(
            on,
            cluster.with(
                new Reservation(
                    job.name(),
                    cluster.name(),
                    used,
                    RandomViews.NOW.plusSeconds(random.nextInt(1, 900)))));
      } else if (fate > 1) {
        rest.add(job);
      }
    }
    return new View(rest, clusters, view.network());
  }

  @Test
  void candidatesAreWhatEachClusterSays() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      View view = RandomViews.of(new SplittableRandom(seed));
      for (PendingJob job : view.jobs()) {
        List<Candidate> expected =
            view.clusters().stream()
                .filter(cluster -> job.offers().containsKey(cluster.name()))
                .map(cluster -> candidate(view, job, cluster))
                .toList();
        assertThat(new Room(view).candidates(job)).as("seed %s", seed).isEqualTo(expected);
      }
    }
  }

  private static Candidate candidate(View view, PendingJob job, ClusterState cluster) {
    Offer offer = job.offers().get(cluster.name());
    Resources needs = job.needs(cluster);
    boolean isThere = job.input().at().isEmpty() || job.input().at().contains(cluster.name());
    double copySeconds =
        job.input().at().stream()
            .mapToDouble(
                from -> job.input().bytes() / view.network().bytesPerSecond(from, cluster.name()))
            .min()
            .orElse(0);
    return new Candidate(
        cluster.name(),
        offer.seconds(),
        offer.joules(),
        needs.fitsIn(cluster.free()),
        isThere ? 0 : copySeconds,
        !job.input().uncopied().contains(cluster.name()),
        cluster.wanted().plus(needs).softLoad(cluster.total()));
  }
}
