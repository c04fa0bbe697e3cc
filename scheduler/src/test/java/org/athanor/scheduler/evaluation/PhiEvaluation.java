// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.ObliviousPolicy;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PhiPolicy;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.TetrisPolicy;

/**
 * Runs the same workflows of phi-clusters.csv under each policy, one for each seed from 1.
 *
 * @param copies clusters that hold each input
 * @param error predictions are wrong by a random part of up to this, each for itself
 * @param seeds number of workflows
 */
record PhiEvaluation(int copies, double error, int seeds) {

  /** The policies, by the names of the table in docs/scheduling-evaluation.md. */
  static Map<String, Policy> policies() {
    Map<String, Policy> policies = new LinkedHashMap<>();
    policies.put("oblivious", new ObliviousPolicy());
    policies.put("first fit", new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    policies.put("shortest first", new FirstFitPolicy(FirstFitPolicy.Order.SHORTEST_PREDICTED));
    policies.put("φ", new PhiPolicy(Duration.ofMinutes(10)));
    policies.put("Tetris", new TetrisPolicy());
    policies.put("HEFT", FinishTimePolicy.heft());
    policies.put("finish time, makespan", FinishTimePolicy.best(FinishTimePolicy.Goal.MAKESPAN));
    policies.put("finish time, mean", FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION));
    return policies;
  }

  /** Outcomes of each policy in the order of seeds. */
  Map<String, List<Outcome>> run() {
    PhiWorkload workload = new PhiWorkload();
    Map<String, List<Outcome>> outcomes = new LinkedHashMap<>();
    for (long seed = 1; seed <= seeds; seed++) {
      List<ModelJob> jobs = workload.jobs(seed, copies);
      Map<String, Map<String, Offer>> offers = offers(jobs, new Random(-seed));
      long each = seed;
      policies()
          .forEach(
              (name, policy) ->
                  outcomes
                      .computeIfAbsent(name, key -> new ArrayList<>())
                      .add(new ModelRun(workload.clusters(), policy, each).run(jobs, offers)));
    }
    return outcomes;
  }

  private Map<String, Map<String, Offer>> offers(List<ModelJob> jobs, Random random) {
    Map<String, Map<String, Offer>> offers = new HashMap<>();
    for (ModelJob job : jobs) {
      offers.put(
          job.name(), job.offers(amount -> amount * (1 + error * (2 * random.nextDouble() - 1))));
    }
    return offers;
  }

  /** How much less than the baseline's an amount is, as a negative part of it, for each seed. */
  static Interval change(
      List<Outcome> policy, List<Outcome> baseline, BiFunction<Outcome, Outcome, Double> ratio) {
    List<Double> changes = new ArrayList<>();
    for (int i = 0; i < policy.size(); i++) {
      changes.add(ratio.apply(policy.get(i), baseline.get(i)) - 1);
    }
    return Interval.of(changes);
  }

  /** Makespans divided by their lower bounds, for each seed. */
  static Interval overBound(List<Outcome> policy, List<Double> bounds) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < policy.size(); i++) {
      ratios.add(policy.get(i).makespan() / bounds.get(i));
    }
    return Interval.of(ratios);
  }

  /** Lower bounds of makespans in the order of seeds. They do not depend on where inputs are. */
  static List<Double> bounds(int seeds) {
    PhiWorkload workload = new PhiWorkload();
    List<Double> bounds = new ArrayList<>();
    for (long seed = 1; seed <= seeds; seed++) {
      bounds.add(MakespanBound.of(workload.jobs(seed, 1), workload.clusters().totals()));
    }
    return bounds;
  }
}
