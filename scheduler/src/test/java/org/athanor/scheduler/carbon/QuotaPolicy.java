// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;

/**
 * A baseline like CAP (A. Lechowicz et al., "Carbon- and Precedence-Aware Scheduling for Data
 * Processing Clusters", 2025): lets another policy decide, but this scheduler's jobs may use only a
 * quota of each cluster, which falls with the intensity of its zone. CAP's quota limits the
 * machines of elastic jobs; jobs here are rigid, so one may start while what runs is below the
 * quota, even if it exceeds it then.
 */
public final class QuotaPolicy implements Policy {
  private final Policy base;
  private final Electricity electricity;
  private final double least;

  /**
   * Makes the policy.
   *
   * @param least part of each cluster that may always be used, above 0, at most 1
   */
  public QuotaPolicy(Policy base, Electricity electricity, double least) {
    if (!(least > 0 && least <= 1)) {
      throw new IllegalArgumentException("least quota " + least + ": must be above 0, at most 1");
    }
    this.base = base;
    this.electricity = electricity;
    this.least = least;
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    Map<String, Double> open = new HashMap<>(); // vcores that may be taken; the last job may exceed
    Map<String, ClusterState> clusters = new HashMap<>();
    for (ClusterState cluster : view.clusters()) {
      clusters.put(cluster.name(), cluster);
      open.put(
          cluster.name(),
          quota(cluster, now).orElse(Double.POSITIVE_INFINITY) - cluster.wanted().vcores());
    }
    Map<String, PendingJob> jobs = new HashMap<>();
    view.jobs().forEach(job -> jobs.put(job.name(), job));
    List<Decision> decisions = new ArrayList<>();
    for (Decision decision : base.decide(view, now, seed)) {
      if (decision instanceof Decision.Start start) {
        String name = start.cluster();
        if (open.get(name) <= 0) {
          decisions.add(
              later(
                  start, electricity.changeAfter(name, now), "the quota of " + name + " is used"));
          continue;
        }
        double needs = jobs.get(start.job()).needs().atMost(clusters.get(name).total()).vcores();
        open.merge(name, -needs, Double::sum);
      }
      decisions.add(decision);
    }
    return decisions;
  }

  /** A start that is put off. */
  static Decision later(Decision.Start start, Optional<Instant> until, String reason) {
    return until.isPresent()
        ? new Decision.Wait(start.job(), until.get(), start.candidates(), reason)
        : new Decision.Defer(start.job(), start.candidates(), reason);
  }

  private OptionalDouble quota(ClusterState cluster, Instant now) {
    OptionalDouble value = electricity.mean(cluster.name(), now, 0);
    Optional<Bounds> bounds = Bounds.of(electricity, cluster.name(), now);
    if (value.isEmpty() || bounds.isEmpty()) {
      return OptionalDouble.empty();
    }
    int all = (int) Math.max(1, Math.ceil(cluster.total().vcores()));
    int always = (int) Math.max(1, Math.ceil(least * all));
    int extra = bounds.get().extra(all - always, value.getAsDouble());
    return OptionalDouble.of(Math.min(cluster.total().vcores(), always + extra));
  }
}
