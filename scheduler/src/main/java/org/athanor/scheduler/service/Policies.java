// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.athanor.scheduler.policy.EpsilonPolicy;
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

  private static final Map<String, Policy> ALL = new LinkedHashMap<>();

  static {
    ALL.put("finish-time", FinishTimePolicy.best(FinishTimePolicy.Goal.MAKESPAN));
    ALL.put("mean-completion", FinishTimePolicy.best(FinishTimePolicy.Goal.MEAN_COMPLETION));
    ALL.put("heft", FinishTimePolicy.heft());
    ALL.put("phi", new PhiPolicy(PHI_WAIT));
    ALL.put("epsilon", new EpsilonPolicy(EpsilonPolicy.Merit.PERFORMANCE_PER_ENERGY));
    ALL.put("energy", new EpsilonPolicy(EpsilonPolicy.Merit.ENERGY));
    ALL.put("first-fit", new FirstFitPolicy(FirstFitPolicy.Order.FIFO));
    ALL.put("shortest-first", new FirstFitPolicy(FirstFitPolicy.Order.SHORTEST_PREDICTED));
    ALL.put("tetris", new TetrisPolicy());
    ALL.put("oblivious", new ObliviousPolicy());
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
