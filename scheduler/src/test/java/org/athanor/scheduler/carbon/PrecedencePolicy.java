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
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.TopologicalOrder;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;

/**
 * A baseline like PCAPS (A. Lechowicz et al., "Carbon- and Precedence-Aware Scheduling for Data
 * Processing Clusters", 2025): starts what another policy starts only if the intensity of the
 * cluster's zone is below a threshold that grows with the job's importance; if nothing of this
 * scheduler runs on the cluster, always. PCAPS takes the importance from the probabilities of a
 * trained policy; here it is the length of the longest path that begins with the job, compared with
 * the longest one of all jobs that are ready.
 */
public final class PrecedencePolicy implements Policy {
  private final Policy base;
  private final Electricity electricity;
  private final double awareness;

  /**
   * Makes the policy.
   *
   * @param awareness gamma, from 0, where carbon does not matter, to 1
   */
  public PrecedencePolicy(Policy base, Electricity electricity, double awareness) {
    if (!(awareness >= 0 && awareness <= 1)) {
      throw new IllegalArgumentException("awareness " + awareness + ": must be from 0 to 1");
    }
    this.base = base;
    this.electricity = electricity;
    this.awareness = awareness;
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    Map<String, Double> paths = paths(view);
    double longest =
        view.jobs().stream()
            .filter(PendingJob::ready)
            .mapToDouble(job -> paths.get(job.name()))
            .max()
            .orElse(0);
    Map<String, Boolean> busy = new HashMap<>();
    for (ClusterState cluster : view.clusters()) {
      busy.put(cluster.name(), !cluster.running().isEmpty());
    }
    List<Decision> decisions = new ArrayList<>();
    for (Decision decision : base.decide(view, now, seed)) {
      if (decision instanceof Decision.Start start) {
        double importance = longest == 0 ? 1 : paths.get(start.job()) / longest;
        if (busy.get(start.cluster()) && !starts(start.cluster(), importance, now)) {
          Optional<Instant> change = electricity.changeAfter(start.cluster(), now);
          decisions.add(
              QuotaPolicy.later(
                  start,
                  change,
                  "is not important enough for the intensity in " + start.cluster()));
          continue;
        }
        busy.put(start.cluster(), true);
      }
      decisions.add(decision);
    }
    return decisions;
  }

  private boolean starts(String cluster, double importance, Instant now) {
    OptionalDouble value = electricity.mean(cluster, now, 0);
    Optional<Bounds> bounds = Bounds.of(electricity, cluster, now);
    return value.isEmpty()
        || bounds.isEmpty()
        || bounds.get().threshold(importance, awareness) >= value.getAsDouble() * (1 - 1e-9);
  }

  /** Seconds from the start of each job to the end of the last one that waits for it. */
  private static Map<String, Double> paths(View view) {
    Map<String, Double> paths = new HashMap<>();
    for (PendingJob job : TopologicalOrder.latestFirst(view)) {
      paths.merge(job.name(), seconds(job), Double::sum);
      double path = paths.get(job.name());
      for (String before : job.after()) {
        // What is added later is the job's own time: until then the longest path after it.
        paths.merge(before, path, Math::max);
      }
    }
    return paths;
  }

  private static double seconds(PendingJob job) {
    return job.offers().values().stream()
        .map(Offer::seconds)
        .flatMap(Optional::stream)
        .mapToDouble(Prediction::middle)
        .average()
        .orElse(0);
  }
}
