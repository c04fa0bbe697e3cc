// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.athanor.scheduler.ledger.Resources;

/**
 * A lower bound of the makespan of any schedule: the linear relaxation of unrelated machines, where
 * a cluster's capacity is its vcores and its memory, and copies of inputs take no time. With x(j,c)
 * for the part of job j on cluster c, t for seconds, r for the part of a resource of the cluster
 * that the job uses:
 *
 * <pre>
 * minimise C:  for each job               Σc x(j,c) ≥ 1,  Σc x(j,c) t(j,c) ≤ C
 *              for each c, resource and f Σj x(j,c) t(j,c) f(r(j,c)) ≤ C
 * </pre>
 *
 * f is the identity, or a dual feasible function: parts that fit together have values of f that add
 * up to 1 at most. Those here are f(r) = ⌊(k + 1) r⌋ / k, and r where (k + 1) r is whole, for k
 * from 1 to 3 (S. P. Fekete, J. Schepers, Mathematical Programming 91, 2001); k = 1 says that two
 * jobs that need more than half of a resource do not run at the same time.
 */
final class MakespanBound {
  private static final int MOST_K = 3;

  /**
   * Seconds of the programme's unit of time; its coefficients are about 1, for the solver's sake.
   */
  private static final double SCALE = 1000;

  private final List<ModelJob> jobs;
  private final List<Map.Entry<String, Resources>> clusters;
  private final List<LinearConstraint> constraints = new ArrayList<>();

  private MakespanBound(List<ModelJob> jobs, Map<String, Resources> totals) {
    this.jobs = jobs;
    this.clusters = List.copyOf(totals.entrySet());
  }

  /** Seconds. */
  static double of(List<ModelJob> jobs, Map<String, Resources> totals) {
    return new MakespanBound(jobs, totals).solve();
  }

  private double solve() {
    for (int j = 0; j < jobs.size(); j++) {
      double[] whole = row();
      double[] time = row();
      for (int c = 0; c < clusters.size(); c++) {
        whole[j * clusters.size() + c] = 1;
        time[j * clusters.size() + c] = seconds(j, c);
      }
      constraints.add(new LinearConstraint(whole, Relationship.GEQ, 1));
      addAtMostC(time);
    }
    for (int c = 0; c < clusters.size(); c++) {
      for (int k = 0; k <= MOST_K; k++) {
        addCapacity(c, Resources::vcores, k);
        addCapacity(c, Resources::memoryBytes, k);
      }
    }
    double[] objective = row();
    objective[objective.length - 1] = 1;
    return new SimplexSolver()
            .optimize(
                new LinearObjectiveFunction(objective, 0),
                new LinearConstraintSet(constraints),
                GoalType.MINIMIZE,
                new NonNegativeConstraint(true))
            .getValue()
        * SCALE;
  }

  private void addCapacity(int c, ToDoubleFunction<Resources> resource, int k) {
    Resources total = clusters.get(c).getValue();
    double[] used = row();
    for (int j = 0; j < jobs.size(); j++) {
      double part =
          resource.applyAsDouble(jobs.get(j).needs().atMost(total)) / resource.applyAsDouble(total);
      used[j * clusters.size() + c] = seconds(j, c) * dualFeasible(part, k);
    }
    addAtMostC(used);
  }

  /** The identity for k = 0. */
  private static double dualFeasible(double part, int k) {
    double times = (k + 1) * part;
    return k == 0 || Math.abs(times - Math.rint(times)) < 1e-9 ? part : Math.floor(times) / k;
  }

  private double seconds(int j, int c) {
    return jobs.get(j).seconds().get(clusters.get(c).getKey()) / SCALE;
  }

  private double[] row() {
    return new double[jobs.size() * clusters.size() + 1];
  }

  private void addAtMostC(double[] coefficients) {
    double[] row = Arrays.copyOf(coefficients, coefficients.length);
    row[row.length - 1] = -1;
    constraints.add(new LinearConstraint(row, Relationship.LEQ, 0));
  }
}
