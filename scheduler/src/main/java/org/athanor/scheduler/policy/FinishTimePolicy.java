// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Plans all jobs each time, those that are not ready too, and starts those that the plan starts
 * now. Where a plan waits for room in a cluster without the job's input, the input is copied
 * shortly before. Jobs that overran are in the plan with their new expected ends. Deadlines are not
 * looked at; {@link DeadlinePolicy} does.
 *
 * <p>{@link #heft} is HEFT (Topcuoglu et al., 2002), adapted to clusters: one plan, in the order of
 * upward ranks. {@link #best} makes plans in several orders, allows remote reads, and takes the
 * best plan.
 */
public final class FinishTimePolicy implements Policy {

  /** What makes a plan better than another one. */
  public enum Goal {
    /** The last job ends sooner. */
    MAKESPAN,
    /** Jobs end sooner on average. */
    MEAN_COMPLETION
  }

  private final boolean onlyHeft;
  private final Goal goal;

  private FinishTimePolicy(boolean onlyHeft, Goal goal) {
    this.onlyHeft = onlyHeft;
    this.goal = goal;
  }

  /** HEFT. */
  public static FinishTimePolicy heft() {
    return new FinishTimePolicy(true, Goal.MAKESPAN);
  }

  /** The best of several plans. */
  public static FinishTimePolicy best(Goal goal) {
    return new FinishTimePolicy(false, goal);
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    Plan plan = plan(view, now);
    Map<String, Plan.Place> places =
        plan.places().stream()
            .collect(Collectors.toMap(place -> place.job().name(), Function.identity()));
    Room room = new Room(view);
    List<Decision> decisions = new ArrayList<>();
    for (PendingJob job : Room.ready(view)) {
      Plan.Place place = places.get(job.name());
      List<Candidate> candidates = room.fastestFirst(job);
      decisions.add(
          place == null
              ? new Decision.Defer(job.name(), candidates, "no cluster is known to get room for it")
              : place.decision(candidates, view, now));
    }
    return decisions;
  }

  private Plan plan(View view, Instant now) {
    Ranks ranks = new Ranks(view);
    Planner planner = new Planner(view, now);
    if (onlyHeft) {
      return planner.plan(ranks.order(planner::meanSeconds), false);
    }
    List<List<PendingJob>> orders = weights(planner).stream().map(ranks::order).toList();
    List<Plan> plans = new ArrayList<>();
    for (boolean remoteReads : new boolean[] {false, true}) {
      for (List<PendingJob> order : orders) {
        plans.add(planner.plan(order, remoteReads));
      }
    }
    ToDoubleFunction<Plan> cost = goal == Goal.MAKESPAN ? Plan::makespan : Plan::totalCompletion;
    return plans.stream().min(Comparator.comparingDouble(cost)).orElseThrow();
  }

  /** Long jobs first, by mean and by best duration; those that lose most elsewhere; short ones. */
  private static List<ToDoubleFunction<PendingJob>> weights(Planner planner) {
    return List.of(
        planner::meanSeconds,
        job -> planner.fastest(job, 0),
        job -> planner.fastest(job, 1) - planner.fastest(job, 0) + Double.MIN_NORMAL,
        job -> 1 / Math.max(planner.fastest(job, 0), 1e-3));
  }
}
