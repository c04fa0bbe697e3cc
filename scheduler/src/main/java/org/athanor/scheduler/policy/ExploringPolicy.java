// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Lets another policy decide, but starts a few jobs on clusters on which their application was
 * never measured. Otherwise such a cluster would never be tried: unknown durations come last. A job
 * is drawn with a fixed probability, by the seed, its name and the time since when it is ready, so
 * one that has failed is drawn anew. It is started elsewhere only if it would start now on a
 * cluster on which its application was measured, the other cluster has room and the input, and
 * neither the job nor one that waits for it has a deadline. At most one job is, in each decision.
 */
public final class ExploringPolicy implements Policy {
  private final Policy base;
  private final double part;

  /**
   * Makes the policy.
   *
   * @param base it keeps nothing between decisions
   * @param part of the jobs that may be started elsewhere, from 0 to 1
   */
  public ExploringPolicy(Policy base, double part) {
    if (!(part >= 0 && part <= 1)) {
      throw new IllegalArgumentException("part " + part + ": must be from 0 to 1");
    }
    this.base = base;
    this.part = part;
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    List<Decision> usual = base.decide(view, now, seed);
    for (PendingJob job : Room.ready(view)) {
      if (isDrawn(job, seed) && isStartedWhereMeasured(job, usual)) {
        Optional<Candidate> unknown =
            new Room(view)
                .candidates(job).stream()
                    .filter(it -> it.fits() && it.holdsInput() && !isMeasured(job, it.cluster()))
                    .findFirst();
        if (unknown.isPresent() && new LatestEnds(view).deadline(job).isEmpty()) {
          return explore(job, unknown.get().cluster(), usual, view, now, seed).orElse(usual);
        }
      }
    }
    return usual;
  }

  private boolean isDrawn(PendingJob job, long seed) {
    long hash = 31L * job.name().hashCode() + job.since().toEpochMilli();
    return new SplittableRandom(seed * 1_000_003 + hash).nextDouble() < part;
  }

  private static boolean isMeasured(PendingJob job, String cluster) {
    return job.offers()
        .get(cluster)
        .seconds()
        .filter(it -> it.source().isMeasuredThere())
        .isPresent();
  }

  private static boolean isStartedWhereMeasured(PendingJob job, List<Decision> decisions) {
    return start(job, decisions).filter(it -> isMeasured(job, it.cluster())).isPresent();
  }

  private static Optional<Decision.Start> start(PendingJob job, List<Decision> decisions) {
    return decisions.stream()
        .filter(Decision.Start.class::isInstance)
        .map(Decision.Start.class::cast)
        .filter(it -> it.job().equals(job.name()))
        .findFirst();
  }

  /**
   * The other policy's decisions if the job could run on one cluster only; empty if it would not
   * start then.
   */
  private Optional<List<Decision>> explore(
      PendingJob job, String cluster, List<Decision> usual, View view, Instant now, long seed) {
    List<PendingJob> jobs =
        view.jobs().stream().map(it -> it.equals(job) ? job.on(Set.of(cluster)) : it).toList();
    List<Decision> decisions =
        base.decide(new View(jobs, view.clusters(), view.network()), now, seed);
    Optional<Decision.Start> start = start(job, decisions);
    if (start.isEmpty()) {
      return Optional.empty();
    }
    Decision.Start told =
        start
            .get()
            .with(
                start(job, usual).orElseThrow().candidates(),
                "tries " + cluster + ", on which its application was never measured");
    return Optional.of(decisions.stream().map(it -> it.equals(start.get()) ? told : it).toList());
  }
}
