// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.ledger.Ledger;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.run.Placer;

/**
 * Lets a policy of the scheduler place simulated jobs: makes its view, and carries its decisions
 * out. The beginning of the simulation is the epoch.
 */
final class PolicyPlacer implements Placer {
  private static final double NANOS = 1e9;

  private final Policy policy;
  private final long seed;
  private final View.Network network;
  private final Map<String, PredictedJob> jobs;
  private final Ledger ledger;
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();
  private final Map<String, Instant> started = new HashMap<>();
  private double movedBytes;

  /** A job that has not started, where its input is, and when copies of it arrive. */
  private record Waiting(
      PredictedJob job, double submitted, Set<String> at, Map<String, Double> arriving) {}

  /**
   * Makes it.
   *
   * @param totals what clusters have
   * @param jobs by name
   */
  PolicyPlacer(
      Policy policy,
      long seed,
      View.Network network,
      Map<String, Resources> totals,
      Map<String, PredictedJob> jobs) {
    this.policy = policy;
    this.seed = seed;
    this.network = network;
    this.jobs = jobs;
    this.ledger = new Ledger(totals, this::later);
  }

  /** As the scheduler expects it: as much again as a tenth of what the job has taken. */
  private Instant later(Reservation overrun, Instant now) {
    return now.plus(Duration.between(started.get(overrun.job()), now).dividedBy(10)).plusSeconds(1);
  }

  /** Bytes of inputs that were copied to, or read from, another cluster. */
  double movedBytes() {
    return movedBytes;
  }

  @Override
  public void decide(List<JobSpec> submitted, List<String> ended, Clusters clusters) {
    double now = clusters.seconds();
    for (JobSpec job : submitted) {
      PredictedJob predicted = jobs.get(job.name());
      waiting.put(
          job.name(), new Waiting(predicted, now, new HashSet<>(predicted.at()), new HashMap<>()));
    }
    for (String job : ended) {
      ledger.end(job);
      started.remove(job);
    }
    for (Waiting each : waiting.values()) {
      each.arriving()
          .forEach(
              (cluster, arrival) -> {
                if (arrival <= now) {
                  each.at().add(cluster);
                }
              });
      each.arriving().keySet().removeAll(each.at());
    }
    ledger.advance(time(now));
    List<PendingJob> pending =
        waiting.entrySet().stream().map(each -> pending(each.getKey(), each.getValue())).toList();
    if (pending.isEmpty()) {
      return;
    }
    View view = new View(pending, ClusterState.of(ledger), network);
    for (Decision decision : policy.decide(view, time(now), seed)) {
      if (decision instanceof Decision.Start start) {
        start(start, view, now, clusters);
      } else if (decision instanceof Decision.Stage stage) {
        stage(stage, view, now);
      } else if (decision instanceof Decision.Wait wait) {
        clusters.askAgain(seconds(wait.until()));
      }
    }
    for (Waiting each : waiting.values()) {
      each.arriving().values().forEach(clusters::askAgain);
    }
  }

  private static PendingJob pending(String name, Waiting waiting) {
    Map<String, Instant> arriving = new HashMap<>();
    waiting.arriving().forEach((cluster, arrival) -> arriving.put(cluster, time(arrival)));
    return new PendingJob(
        name,
        0,
        Set.of(),
        time(waiting.submitted()),
        waiting.job().needs(),
        new PendingJob.Input(waiting.job().bytes(), Set.copyOf(waiting.at()), arriving),
        waiting.job().offers(),
        Optional.empty());
  }

  private void stage(Decision.Stage stage, View view, double now) {
    Waiting job = waiting.get(stage.job());
    PendingJob seen = pending(stage.job(), job);
    String cluster = stage.cluster();
    if (job.arriving().containsKey(cluster) || view.holds(seen, cluster)) {
      return;
    }
    double arrival = Math.ceil((now + view.copySeconds(seen, cluster)) * NANOS) / NANOS;
    job.arriving().put(cluster, arrival);
    movedBytes += job.job().bytes();
  }

  private void start(Decision.Start start, View view, double now, Clusters clusters) {
    Waiting job = waiting.remove(start.job());
    PendingJob seen = pending(start.job(), job);
    String cluster = start.cluster();
    boolean isNear = view.holds(seen, cluster);
    if (start.access() == Access.LOCAL && !isNear) {
      throw new IllegalStateException(
          start.job() + " was started on " + cluster + ", but its input is " + job.at());
    }
    double input = 0;
    if (!isNear) {
      Double arrival = start.access() == Access.STAGE ? job.arriving().get(cluster) : null;
      input = arrival != null ? arrival - now : view.copySeconds(seen, cluster);
      movedBytes += arrival != null ? 0 : job.job().bytes();
    }
    double predicted =
        job.job().offers().get(cluster).seconds().map(Prediction::middle).orElse(0.0);
    started.put(start.job(), time(now));
    ledger.reserve(start.job(), cluster, job.job().needs(), time(now + input + predicted));
    clusters.start(start.job(), cluster, input);
  }

  private static Instant time(double seconds) {
    return Instant.EPOCH.plusNanos(Math.round(seconds * NANOS));
  }

  private static double seconds(Instant time) {
    return time.getEpochSecond() + time.getNano() / NANOS;
  }
}
