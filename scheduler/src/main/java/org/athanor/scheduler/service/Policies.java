// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.athanor.scheduler.policy.DeadlinePolicy;
import org.athanor.scheduler.policy.EpsilonPolicy;
import org.athanor.scheduler.policy.ExploringPolicy;
import org.athanor.scheduler.policy.FinishTimePolicy;
import org.athanor.scheduler.policy.FirstFitPolicy;
import org.athanor.scheduler.policy.ObliviousPolicy;
import org.athanor.scheduler.policy.PhiPolicy;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.TetrisPolicy;

/** The policies by the names that users give. */
public final class Policies {
  /** How long phi waits at most for a cluster that holds the input. */
  private static final Duration PHI_WAIT = Duration.ofMinutes(10);

  /** Part of the jobs that may try a cluster on which their application was never measured. */
  private static final double EXPLORED = 0.05;

  private static final Map<String, Policy> ALL = new LinkedHashMap<>();

  static {
    put("finish-time", FinishTimePolicy.best(FinishTimePolicy.Goal.MAKESPAN));
    put("mean-completion", FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION));
    ALL.put("heft", FinishTimePolicy.heft()); // baselines stay as they were published
    put("phi", new PhiPolicy(PHI_WAIT));
    put("epsilon", new EpsilonPolicy(EpsilonPolicy.Merit.PERFORMANCE_PER_ENERGY));
    put("energy", new EpsilonPolicy(EpsilonPolicy.Merit.ENERGY));
    ALL.put("first-fit", new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    ALL.put("shortest-first", new FirstFitPolicy(FirstFitPolicy.Order.SHORTEST_PREDICTED));
    ALL.put("tetris", new TetrisPolicy());
    ALL.put("oblivious", new ObliviousPolicy());
  }

  /** A policy that keeps deadlines, and explores. */
  private static void put(String name, Policy policy) {
    ALL.put(name, new ExploringPolicy(new DeadlinePolicy(policy), EXPLORED));
  }

  private Policies() {}

  /** The names, the usual one first. */
  public static Set<String> names() {
    return ALL.keySet();
  }

  /**
   * The policy with a name.
   *
   * @throws IllegalArgumentException with a message for the user if there is none
   */
  public static Policy named(String name) {
    Policy policy = ALL.get(name);
    if (policy == null) {
      throw new IllegalArgumentException("must be " + String.join(" or ", ALL.keySet()));
    }
    return policy;
  }
}
