// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.predict.Prediction;

/**
 * Lets another policy decide, and steps in only if what that starts would make a job late that is
 * not late if it goes first. Then the jobs with deadlines go first, those that must start first
 * before others, each where it is predicted to end first, up to the last one that would be late;
 * the other policy decides about the rest, with the room that is left. What it starts then waits if
 * it would still take the room of such a job. A job has the deadlines of those that wait for it,
 * less the time that they take. Times are the upper ends of predictions as long as a job can be in
 * time by these, see {@link DueJobs}. Without deadlines, the decisions are those of the other
 * policy.
 *
 * <p>A job that the other policy starts, and that has been ready for a day, is never held up by
 * this. Priorities are not looked at: with a deadline that can be kept only now, a job goes before
 * those with greater ones.
 */
public final class DeadlinePolicy implements Policy {
  private static final Duration PATIENCE = Duration.ofDays(1);

  /** Duration of a job of which nothing is known. */
  private static final double UNKNOWN_SECONDS = 60;

  private final Policy base;

  /**
   * Makes the policy.
   *
   * @param base decides where no deadline is in danger; it keeps nothing between decisions
   */
  public DeadlinePolicy(Policy base) {
    this.base = base;
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    List<Decision> usual = base.decide(view, now, seed);
    if (view.jobs().stream().allMatch(job -> job.deadline().isEmpty())) {
      return usual;
    }
    return new Moment(view, now, seed).decide(usual);
  }

  private static List<Decision.Start> starts(List<Decision> decisions) {
    List<Decision.Start> starts = new ArrayList<>();
    for (Decision decision : decisions) {
      if (decision instanceof Decision.Start start) {
        starts.add(start);
      }
    }
    return starts;
  }

  /** One decision. */
  private final class Moment {
    private final View view;
    private final Instant now;
    private final long seed;
    private final Map<String, PendingJob> jobs = new HashMap<>();

    Moment(View view, Instant now, long seed) {
      this.view = view;
      this.now = now;
      this.seed = seed;
      view.jobs().forEach(job -> jobs.put(job.name(), job));
    }

    /** The decisions of the other policy, or others if these would break a deadline. */
    List<Decision> decide(List<Decision> usual) {
      List<Decision.Start> starts = starts(usual);
      Instant longAgo = now.minus(PATIENCE);
      List<Decision.Start> patient =
          starts.stream().filter(start -> !jobs.get(start.job()).since().isAfter(longAgo)).toList();
      DueJobs due = new DueJobs(view, after(patient, UnaryOperator.identity()), now);
      Set<String> wanted = due.keptBy(due.plan());
      Set<String> broken = new HashSet<>(wanted);
      broken.removeAll(kept(due, starts));
      if (broken.isEmpty()) {
        return usual;
      }
      List<Decision> fixed = usual.stream().filter(patient::contains).toList();
      Attempt attempt = attempt(due, upTo(due, wanted, broken), wanted, fixed);
      return attempt.endangersOthers()
          ? attempt(due, wanted, wanted, fixed).decisions()
          : attempt.decisions();
    }

    /** Those that are wanted, in their order, up to the last one that is broken. */
    private Set<String> upTo(DueJobs due, Set<String> wanted, Set<String> broken) {
      Set<String> ahead = new LinkedHashSet<>();
      Set<String> left = new HashSet<>(broken);
      for (DueJobs.Due each : due.jobs()) {
        String name = each.job().name();
        if (!left.isEmpty() && wanted.contains(name)) {
          ahead.add(name);
        }
        left.remove(name);
      }
      return ahead;
    }

    /**
     * Lets jobs go first.
     *
     * @param ahead these, which the plan of the due jobs keeps
     * @param wanted all that it keeps
     * @param fixed decisions that stay as they are
     */
    private Attempt attempt(
        DueJobs due, Set<String> ahead, Set<String> wanted, List<Decision> fixed) {
      List<Decision> decisions = new ArrayList<>(fixed);
      Set<String> waiting = new HashSet<>();
      Map<String, Plan.Place> places = new HashMap<>();
      Room room = new Room(view);
      for (Plan.Place place : due.plan().places()) {
        PendingJob job = jobs.get(place.job().name());
        if (wanted.contains(job.name())) {
          places.put(job.name(), place);
        }
        if (ahead.contains(job.name()) && job.ready()) {
          Decision decision = place.decision(room.fastestFirst(job), view, now);
          decisions.add(decision.with(decision.candidates(), decision.reason() + first(job)));
          if (!(decision instanceof Decision.Start)) {
            waiting.add(job.name());
          }
        }
      }
      List<Decision.Start> starts = starts(decisions);
      Set<String> started = starts.stream().map(Decision.Start::job).collect(Collectors.toSet());
      List<PendingJob> rest =
          view.without(waiting).jobs().stream()
              .filter(job -> !started.contains(job.name()))
              .toList();
      List<Decision> others =
          base.decide(new View(rest, after(starts, due::assumed), view.network()), now, seed);
      starts.addAll(starts(others));
      Set<String> endangered = new HashSet<>(wanted);
      endangered.removeAll(kept(due, starts));
      places.keySet().retainAll(endangered);
      others.forEach(decision -> decisions.add(held(decision, places.values(), due)));
      return new Attempt(decisions, !ahead.containsAll(endangered));
    }

    private static String first(PendingJob job) {
      return job.deadline()
          .map(time -> "; goes before others, so that it ends by " + time)
          .orElse("; goes before others, so that jobs after it are in time");
    }

    /** A start that would take room of a job which is planned to start before it ends, waits. */
    private Decision held(Decision decision, Collection<Plan.Place> endangered, DueJobs due) {
      if (!(decision instanceof Decision.Start start)) {
        return decision;
      }
      double seconds = seconds(due.assumed(jobs.get(start.job())), start);
      return endangered.stream()
          .filter(place -> place.cluster().equals(start.cluster()) && place.start() < seconds)
          .min(Comparator.comparingDouble(Plan.Place::start))
          .<Decision>map(
              place ->
                  new Decision.Wait(
                      start.job(),
                      now.plusMillis((long) Math.ceil(Math.max(place.start() * 1e3, 1))),
                      start.candidates(),
                      "leaves room on "
                          + start.cluster()
                          + " for "
                          + place.job().name()
                          + ", which would be late otherwise"))
          .orElse(decision);
    }

    /** The due jobs that are in time if some jobs start now, and then the due ones go first. */
    private Set<String> kept(DueJobs due, List<Decision.Start> starts) {
      Map<String, Decision.Start> started = new HashMap<>();
      starts.forEach(start -> started.put(start.job(), start));
      Set<String> kept =
          new HashSet<>(due.keptBy(due.plan(after(starts, due::assumed), started.keySet())));
      for (DueJobs.Due each : due.jobs()) {
        Decision.Start start = started.get(each.job().name());
        if (start != null
            && each.job().offers().containsKey(start.cluster())
            && DueJobs.isInTime(each, seconds(each.job(), start))) {
          kept.add(start.job());
        }
      }
      return kept;
    }

    /** The clusters when jobs have started. */
    private List<ClusterState> after(
        List<Decision.Start> starts, UnaryOperator<PendingJob> assumed) {
      Map<String, ClusterState> states = new LinkedHashMap<>();
      view.clusters().forEach(cluster -> states.put(cluster.name(), cluster));
      for (Decision.Start start : starts) {
        PendingJob job = jobs.get(start.job());
        double seconds = seconds(assumed.apply(job), start);
        Instant end = now.plusMillis((long) Math.ceil(seconds * 1e3));
        states.computeIfPresent(
            start.cluster(),
            (name, state) -> state.with(new Reservation(job.name(), name, job.needs(state), end)));
      }
      return List.copyOf(states.values());
    }

    /** Upper end of the seconds from now to the end of a job that starts. */
    private double seconds(PendingJob job, Decision.Start start) {
      double part =
          switch (start.access()) {
            case LOCAL -> 0;
            case STAGE -> 1;
            case REMOTE_READ -> view.network().remoteReadPart();
          };
      Optional<Prediction> predicted =
          Optional.ofNullable(job.offers().get(start.cluster())).flatMap(Offer::seconds);
      return predicted.map(Prediction::high).orElse(UNKNOWN_SECONDS)
          + part * view.copySeconds(job, start.cluster());
    }
  }

  /**
   * Decisions in which some jobs go first.
   *
   * @param endangersOthers whether jobs are endangered that do not
   */
  private record Attempt(List<Decision> decisions, boolean endangersOthers) {}
}
