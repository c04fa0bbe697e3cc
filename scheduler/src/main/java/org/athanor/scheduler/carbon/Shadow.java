// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;

/**
 * What would have happened to the jobs without carbon: a policy decides about the same jobs, on the
 * same clusters, and each job takes as long as was predicted when it was first seen. One thread.
 */
final class Shadow {
  /** Of a job about which nothing is known. */
  private static final double UNKNOWN_SECONDS = 60;

  private final Policy policy;
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();
  private final Map<String, Reservation> running = new LinkedHashMap<>();
  private final Map<String, Run> runs = new HashMap<>(); // of jobs that run or have run
  private final Map<String, Resources> totals = new LinkedHashMap<>();
  private final Map<String, Resources> capacities = new HashMap<>();
  private Optional<View.Network> network = Optional.empty();
  private Instant again = Instant.MAX;

  /** A job that has not started; {@code at} and {@code arriving} change with copies. */
  private record Waiting(PendingJob job, Set<String> at, Map<String, Instant> arriving) {}

  /**
   * How a job ran, or runs.
   *
   * @param seconds from {@code start} to its end
   */
  record Run(String cluster, Instant start, double seconds) {}

  Shadow(Policy policy) {
    this.policy = policy;
  }

  /** A job is submitted, with a name that no other job ever had. */
  void add(PendingJob job) {
    waiting.put(
        job.name(),
        new Waiting(job, new HashSet<>(job.input().at()), new HashMap<>(job.input().arriving())));
  }

  /** How a job runs, or ran; empty if it waits. */
  Optional<Run> run(String job) {
    return Optional.ofNullable(runs.get(job));
  }

  /** Nobody asks for a job any more. One that waits does not run; one that runs goes on. */
  void forget(String job) {
    waiting.remove(job);
    runs.remove(job);
  }

  /** What the clusters are now: what this scheduler's jobs have, and what is free. */
  void look(View view) {
    network = Optional.of(view.network());
    totals.clear();
    for (ClusterState cluster : view.clusters()) {
      totals.put(cluster.name(), cluster.total());
      capacities.put(cluster.name(), cluster.free().plus(cluster.wanted()).atMost(cluster.total()));
    }
  }

  /** Goes on to a moment, not before the last one. */
  void advance(Instant now, long seed) {
    Instant next = next();
    while (next.isBefore(now)) {
      end(next);
      decide(next, seed);
      next = next();
    }
    end(now);
    decide(now, seed);
  }

  private Instant next() {
    Instant next = again;
    for (Reservation each : running.values()) {
      next = earlier(next, each.expectedEnd());
    }
    for (Waiting each : waiting.values()) {
      for (Instant arrival : each.arriving().values()) {
        next = earlier(next, arrival);
      }
    }
    return next;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  private void end(Instant now) {
    running.values().removeIf(each -> !each.expectedEnd().isAfter(now));
    for (Waiting each : waiting.values()) {
      each.arriving()
          .forEach(
              (cluster, arrival) -> {
                if (!arrival.isAfter(now)) {
                  each.at().add(cluster);
                }
              });
      each.arriving().keySet().removeAll(each.at());
    }
  }

  private void decide(Instant now, long seed) {
    again = Instant.MAX;
    View view = view();
    if (view.jobs().stream().noneMatch(PendingJob::ready)) {
      return;
    }
    for (Decision decision : policy.decide(view, now, seed)) {
      if (decision instanceof Decision.Start start) {
        start(start, view, now);
      } else if (decision instanceof Decision.Stage stage) {
        Waiting job = waiting.get(stage.job());
        double copy = view.copySeconds(seen(job), stage.cluster());
        job.arriving().putIfAbsent(stage.cluster(), later(now, copy));
      } else if (decision instanceof Decision.Wait wait) {
        again = earlier(again, later(wait.until(), 0));
      }
    }
  }

  /** Some seconds after a moment; never before the next millisecond, so that time goes on. */
  private static Instant later(Instant time, double seconds) {
    return Starts.plus(time, seconds).plusMillis(1);
  }

  private void start(Decision.Start start, View view, Instant now) {
    double seconds = seconds(start, view);
    PendingJob job = waiting.remove(start.job()).job();
    String cluster = start.cluster();
    runs.put(job.name(), new Run(cluster, now, seconds));
    running.put(
        job.name(),
        new Reservation(
            job.name(),
            cluster,
            job.needs(
                new ClusterState(cluster, totals.get(cluster), capacities.get(cluster), List.of())),
            later(now, seconds)));
  }

  /** How long a job is predicted to take, with its input. */
  static double seconds(Decision.Start start, View view) {
    PendingJob job =
        view.jobs().stream().filter(it -> it.name().equals(start.job())).findAny().orElseThrow();
    double copy = view.copySeconds(job, start.cluster());
    double longer =
        start.access() == Access.REMOTE_READ ? copy * view.network().remoteReadPart() : copy;
    return longer
        + Optional.ofNullable(job.offers().get(start.cluster()))
            .flatMap(Offer::seconds)
            .map(Prediction::middle)
            .orElse(UNKNOWN_SECONDS);
  }

  private View view() {
    List<ClusterState> clusters = new ArrayList<>();
    totals.forEach(
        (name, total) -> {
          List<Reservation> here =
              running.values().stream().filter(each -> each.cluster().equals(name)).toList();
          Resources used =
              here.stream().map(Reservation::resources).reduce(Resources.NONE, Resources::plus);
          clusters.add(new ClusterState(name, total, capacities.get(name).minus(used), here));
        });
    return new View(
        waiting.values().stream().map(this::seen).toList(), clusters, network.orElseThrow());
  }

  private PendingJob seen(Waiting waiting) {
    PendingJob job = waiting.job();
    Set<String> after = new HashSet<>(job.after());
    after.removeIf(name -> !this.waiting.containsKey(name) && !running.containsKey(name));
    PendingJob.Input input = job.input();
    return new PendingJob(
        job.name(),
        job.priority(),
        after,
        job.since(),
        job.needs(),
        new PendingJob.Input(
            input.bytes(),
            Set.copyOf(waiting.at()),
            Map.copyOf(waiting.arriving()),
            input.uncopied()),
        job.offers(),
        job.deadline());
  }
}
