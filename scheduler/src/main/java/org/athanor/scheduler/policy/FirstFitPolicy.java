// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Two baselines: jobs in an order, each on a cluster that has room at once, with a copy of its
 * input if it is not there.
 */
public final class FirstFitPolicy implements Policy {

  /** The order of jobs, and which of the clusters with room is taken. */
  public enum Order {
    /** In the order of submission; the first cluster that holds the input, else the first one. */
    FIFO,
    /** The shortest predicted duration first; the fastest cluster, with the time of the copy. */
    SHORTEST_PREDICTED
  }

  private final Order order;

  /** Makes the policy. */
  public FirstFitPolicy(Order order) {
    this.order = order;
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    Room room = new Room(view);
    List<PendingJob> jobs = Room.ready(view);
    if (order == Order.SHORTEST_PREDICTED) {
      IdentityHashMap<PendingJob, Double> shortest = new IdentityHashMap<>();
      jobs.forEach(job -> shortest.put(job, shortest(job, room)));
      jobs =
          jobs.stream()
              .sorted(
                  Comparator.comparingInt((PendingJob job) -> -job.priority())
                      .thenComparingDouble(shortest::get))
              .toList();
    }
    return jobs.stream().map(job -> decide(job, room)).toList();
  }

  private static double shortest(PendingJob job, Room room) {
    return room.fastestFirst(job).stream()
        .findFirst()
        .map(Candidate::middleSeconds)
        .orElse(Double.POSITIVE_INFINITY);
  }

  private Decision decide(PendingJob job, Room room) {
    List<Candidate> all = room.candidates(job);
    Optional<Candidate> chosen = all.stream().filter(Candidate::fits).min(preference());
    return chosen
        .map(cluster -> room.start(job, cluster, all, reason()))
        .orElseGet(() -> new Decision.Defer(job.name(), all, "no cluster has room"));
  }

  private Comparator<Candidate> preference() {
    return order == Order.FIFO
        ? Comparator.comparing(Candidate::holdsInput, Comparator.reverseOrder())
        : Comparator.comparingDouble(each -> each.middleSeconds() + each.copySeconds());
  }

  private String reason() {
    return order == Order.FIFO
        ? "the first cluster with room, one that holds its input if there is one"
        : "the fastest cluster with room";
  }
}
