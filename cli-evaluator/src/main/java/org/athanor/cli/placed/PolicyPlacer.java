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
import java.util.function.IntConsumer;
import org.athanor.scheduler.ledger.Ledger;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.job.JobTerms;
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
  private final Inputs inputs;
  private final IntConsumer jobsEnded;
  private final Ledger ledger;
  private final Map<String, Waiting> waiting = new LinkedHashMap<>();
  private final Map<String, Instant> started = new HashMap<>();
  private final Map<String, Double> ends = new HashMap<>(); // of jobs that have ended

  /** A job that has not started, and when it was submitted. */
  private record Waiting(PredictedJob job, double submitted) {}

  /**
   * Makes it.
   *
   * @param totals what clusters have
   * @param jobs by name
   * @param inputs of the jobs, as they are at the beginning; changed by this run
   * @param jobsEnded gets numbers of jobs that have ended since the last call
   */
  PolicyPlacer(
      Policy policy,
      long seed,
      View.Network network,
      Map<String, Resources> totals,
      Map<String, PredictedJob> jobs,
      Inputs inputs,
      IntConsumer jobsEnded) {
    this.policy = policy;
    this.seed = seed;
    this.network = network;
    this.jobs = jobs;
    this.inputs = inputs;
    this.jobsEnded = jobsEnded;
    this.ledger = new Ledger(totals, this::later);
  }

  /** As the scheduler expects it: as much again as a tenth of what the job has taken. */
  private Instant later(Reservation overrun, Instant now) {
    return now.plus(Duration.between(started.get(overrun.job()), now).dividedBy(10)).plusSeconds(1);
  }

  @Override
  public void decide(List<JobSpec> submitted, List<String> ended, Clusters clusters) {
    double now = clusters.seconds();
    for (JobSpec job : submitted) {
      PredictedJob predicted = jobs.get(job.name());
      waiting.put(job.name(), new Waiting(predicted, now));
      inputs.opened(predicted.input());
    }
    for (String job : ended) {
      ledger.end(job);
      started.remove(job);
      ends.put(job, now);
      inputs.closed(jobs.get(job).input());
    }
    if (!ended.isEmpty()) {
      jobsEnded.accept(ended.size());
    }
    inputs.arrive(now);
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
    inputs.forEachArrival(clusters::askAgain);
  }

  private PendingJob pending(String name, Waiting waiting) {
    String input = waiting.job().input();
    Map<String, Instant> arriving = new HashMap<>();
    inputs.arriving(input).forEach((cluster, arrival) -> arriving.put(cluster, time(arrival)));
    JobTerms terms = waiting.job().terms();
    Set<String> after = new HashSet<>(terms.after());
    after.removeAll(ends.keySet());
    double since =
        terms.after().stream()
            .filter(ends::containsKey)
            .mapToDouble(ends::get)
            .reduce(waiting.submitted(), Math::max);
    return new PendingJob(
        name,
        terms.priority(),
        after,
        time(since),
        waiting.job().needs(),
        new PendingJob.Input(inputs.bytes(input), inputs.at(input), arriving),
        waiting.job().offers(),
        terms.withinSeconds().isPresent()
            ? Optional.of(time(waiting.submitted() + terms.withinSeconds().getAsDouble()))
            : Optional.empty());
  }

  private void stage(Decision.Stage stage, View view, double now) {
    Waiting job = waiting.get(stage.job());
    PendingJob seen = pending(stage.job(), job);
    if (!view.holds(seen, stage.cluster())) {
      copy(seen, job.job().input(), stage.cluster(), view, now);
    }
  }

  /** Begins a copy, if none is on its way; returns when it arrives. */
  private double copy(PendingJob seen, String input, String cluster, View view, double now) {
    double arrival = Math.ceil((now + view.copySeconds(seen, cluster)) * NANOS) / NANOS;
    return inputs.copy(input, cluster, arrival);
  }

  private void start(Decision.Start start, View view, double now, Clusters clusters) {
    Waiting job = waiting.remove(start.job());
    PendingJob seen = pending(start.job(), job);
    String cluster = start.cluster();
    double input = 0;
    if (!view.holds(seen, cluster)) {
      input =
          switch (start.access()) {
            case LOCAL ->
                throw new IllegalStateException(
                    start.job()
                        + " was started on "
                        + cluster
                        + ", but its input is "
                        + seen.input().at());
            case STAGE -> copy(seen, job.job().input(), cluster, view, now) - now;
            case REMOTE_READ -> {
              inputs.readRemotely(job.job().input());
              yield view.copySeconds(seen, cluster);
            }
          };
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
