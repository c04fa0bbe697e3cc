// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.LatestEnds;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.Room;
import org.athanor.scheduler.policy.View;

/**
 * Lets another policy decide, but only about jobs and clusters that carbon, or price, allows. For
 * each job that is ready it looks for the cluster and the start, from now on, with the lowest sum
 * of predicted energy × mean intensity of the cluster's zone while the job would run, and the delay
 * times its price, see {@link DelayPrice}. A delay counts for each job that waits for this one,
 * too. If the best start is now, the other policy may choose among the clusters that are about as
 * good. If it is later, the job waits.
 *
 * <p>All delays together are bounded: jobs end later, on average, by at most a part of the time
 * from submission to end that they would have if the other policy decided alone. What that would do
 * is played through beside, see {@link DelayAccount}, so jobs that find no room because of others
 * count as well. While nothing is left, the other policy decides alone, and jobs that wait start.
 * For the jobs that are known the bound is kept, if predictions are right. Jobs that come later can
 * find less room: a part of the bound is left for them, and a reserve that would do if the worst
 * that came before came again. Nothing can be kept for what may come but never did: while a moved
 * job runs, any number of short jobs can come, and find no room.
 *
 * <p>A job with a deadline waits for at most half of the time that it has to spare, by the upper
 * ends of predictions for it and those after it, and only if it would be in time after the longest
 * other job that was seen. And no job is moved that takes more than half of the least time that
 * another job with a deadline had to spare: one that comes while it runs can wait for its end. No
 * job waits longer than a day, and a job of which too little is known is left to the other policy.
 * What was seen is forgotten after a day or two.
 *
 * <p>Unlike other policies it keeps what it has seen: an instance is for the jobs of one schedule,
 * in the order of time, by one thread. The same decisions follow from the same sequence of views.
 */
public final class CarbonPolicy implements Policy {
  private final Policy base;
  private final ElectricitySource source;
  private final DelayAccount account;
  private final KnownJobs known;

  /**
   * Makes the policy.
   *
   * @param base decides about what is allowed; it keeps nothing from one decision to the next
   * @param source of what is known about the clusters' electricity
   * @param bound part by which the mean time from submission to end may grow, from 0
   */
  public CarbonPolicy(Policy base, ElectricitySource source, double bound) {
    if (!(bound >= 0 && bound < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("bound " + bound + ": must be a number, 0 or more");
    }
    this.base = base;
    this.source = source;
    this.account = new DelayAccount(base, bound);
    this.known = new KnownJobs(bound);
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    if (view.clusters().isEmpty()) {
      return base.decide(view, now, seed);
    }
    Electricity electricity = source.at(now);
    account.observe(view, now, seed);
    LatestEnds ends = new LatestEnds(view);
    known.add(view, electricity, ends, now);
    Options options = new Options(view, electricity, account, known, ends, now);
    Map<String, Allowed> allowed = new HashMap<>();
    List<Decision> usual = base.decide(view, now, seed);
    Map<String, String> starts = starts(usual);
    for (PendingJob job : Room.ready(view)) {
      allowed.put(job.name(), options.of(job, Optional.ofNullable(starts.get(job.name()))));
    }
    Room room = new Room(view);
    List<Decision> decisions = new ArrayList<>();
    for (PendingJob job : Room.ready(view)) {
      if (allowed.get(job.name()) instanceof Allowed.Later later) {
        decisions.add(
            new Decision.Wait(job.name(), later.time(), room.candidates(job), later.reason()));
      }
    }
    boolean isUsual = allowed.values().stream().allMatch(Allowed.All.class::isInstance);
    for (Decision decision : isUsual ? usual : base.decide(rest(view, allowed), now, seed)) {
      if (decision instanceof Decision.Start start) {
        account.start(start, view, now);
      }
      decisions.add(explained(decision, allowed.get(decision.job())));
    }
    return decisions;
  }

  /** The clusters of the jobs that are started. */
  private static Map<String, String> starts(List<Decision> decisions) {
    Map<String, String> starts = new HashMap<>();
    for (Decision decision : decisions) {
      if (decision instanceof Decision.Start start) {
        starts.put(start.job(), start.cluster());
      }
    }
    return starts;
  }

  /** The view without jobs that wait and those after them, and of others the allowed clusters. */
  private static View rest(View view, Map<String, Allowed> allowed) {
    Set<String> out = new HashSet<>();
    allowed.forEach(
        (job, each) -> {
          if (each instanceof Allowed.Later) {
            out.add(job);
          }
        });
    View left = view.without(out);
    List<PendingJob> jobs =
        left.jobs().stream().map(job -> restricted(job, allowed.get(job.name()))).toList();
    return new View(jobs, view.clusters(), view.network());
  }

  private static PendingJob restricted(PendingJob job, Allowed allowed) {
    return allowed instanceof Allowed.Now now ? job.on(now.clusters()) : job;
  }

  /** A decision of the other policy, which knows nothing of the clusters that it was not shown. */
  private static Decision explained(Decision decision, Allowed allowed) {
    if (!(allowed instanceof Allowed.Now now)) {
      return decision;
    }
    String reason = decision.reason() + "; " + now.reason();
    if (decision instanceof Decision.Start || decision instanceof Decision.Stage) {
      return decision.with(decision.candidates(), reason);
    }
    Instant until =
        decision instanceof Decision.Wait wait && wait.until().isBefore(now.until())
            ? wait.until()
            : now.until();
    if (until.equals(Instant.MAX)) {
      return new Decision.Defer(decision.job(), decision.candidates(), reason);
    }
    return new Decision.Wait(decision.job(), until, decision.candidates(), reason);
  }
}
