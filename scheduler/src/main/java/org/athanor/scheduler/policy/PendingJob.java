// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.ledger.Resources;

/**
 * A job that has not started.
 *
 * @param name unique in the view
 * @param priority jobs with greater numbers are decided first
 * @param after names of jobs that must have ended before, and have not; it is ready if there are
 *     none
 * @param since when it became ready, or was submitted
 * @param needs R_r, wherever it runs; offers say where it is more
 * @param input what it reads
 * @param offers what is predicted, by cluster; clusters that cannot run it have none
 * @param deadline by when it shall have ended
 */
public record PendingJob(
    String name,
    int priority,
    Set<String> after,
    Instant since,
    Resources needs,
    Input input,
    Map<String, Offer> offers,
    Optional<Instant> deadline) {

  /**
   * The input of a job.
   *
   * @param bytes from 0
   * @param at clusters that hold all of it; if it is nowhere whole, or there is no input, none, and
   *     no cluster is nearer than another
   * @param arriving clusters to which it is being copied, and when it will be there, after the
   *     moment of the decision
   * @param uncopied clusters to which it cannot be copied: a job there reads it from elsewhere
   */
  public record Input(
      double bytes, Set<String> at, Map<String, Instant> arriving, Set<String> uncopied) {
    /** Nothing is read. */
    public static final Input NONE = new Input(0, Set.of(), Map.of());

    /** An input that can be copied to all clusters. */
    public Input(double bytes, Set<String> at, Map<String, Instant> arriving) {
      this(bytes, at, arriving, Set.of());
    }
  }

  /** What it needs on a cluster; of a smaller one it uses all. */
  public Resources needs(ClusterState cluster) {
    Offer offer = offers.getOrDefault(cluster.name(), Offer.UNKNOWN);
    return needs.atLeast(offer.least()).atMost(cluster.total());
  }

  /** What it needs on that one of these clusters where it needs most; of none, R_r. */
  public Resources mostNeeds(Collection<ClusterState> clusters) {
    return clusters.stream().map(this::needs).reduce(Resources::atLeast).orElse(needs);
  }

  /** The job with other offers. */
  public PendingJob with(Map<String, Offer> others) {
    return new PendingJob(name, priority, after, since, needs, input, others, deadline);
  }

  /** The job if only some of its clusters could run it. */
  public PendingJob on(Set<String> clusters) {
    Map<String, Offer> some = new HashMap<>(offers);
    some.keySet().retainAll(clusters);
    return with(some);
  }

  /** Whether it may start. */
  public boolean ready() {
    return after.isEmpty();
  }
}
