// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.athanor.scheduler.ledger.Ledger;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;

/**
 * Runs jobs on clusters under a policy, as the model that phi-clusters.csv describes. Seconds from
 * the beginning are those from the epoch.
 */
final class ModelRun {
  private final ModelClusters clusters;
  private final Policy policy;
  private final long seed;
  private final Ledger ledger;
  private final Observer observer;
  private final Map<String, Waiting> pending = new LinkedHashMap<>();
  private final Map<String, Running> running = new LinkedHashMap<>();
  private double now;
  private double completions;
  private double durations;
  private double joules;
  private int missed;
  private int ended;

  /** A job that has not started, with what policies are told, and where its input is. */
  private record Waiting(
      ModelJob job, Map<String, Offer> offers, Set<String> at, Map<String, Double> arriving) {}

  /** A job that runs, or copies its input to where it will run. */
  private record Running(ModelJob job, double start, double end) {}

  /** Learns what ran. */
  @FunctionalInterface
  interface Observer {
    /**
     * A job starts.
     *
     * @param start seconds from the beginning, also {@code end}
     */
    void runs(ModelJob job, String cluster, double start, double end);
  }

  ModelRun(ModelClusters clusters, Policy policy, long seed) {
    this(clusters, policy, seed, (job, cluster, start, end) -> {});
  }

  ModelRun(ModelClusters clusters, Policy policy, long seed, Observer observer) {
    this.observer = observer;
    this.clusters = clusters;
    this.policy = policy;
    this.seed = seed;
    this.ledger =
        new Ledger(clusters.totals(), (reservation, time) -> time.plus(Duration.ofMinutes(1)));
  }

  /**
   * Runs all jobs.
   *
   * @param offers what is predicted for each job
   */
  Outcome run(List<ModelJob> jobs, Map<String, Map<String, Offer>> offers) {
    for (ModelJob job : jobs) {
      pending.put(
          job.name(),
          new Waiting(job, offers.get(job.name()), new HashSet<>(job.at()), new HashMap<>()));
    }
    while (!pending.isEmpty() || !running.isEmpty()) {
      endJobs();
      deliverInputs();
      ledger.advance(time(now));
      List<Double> next = new ArrayList<>(decide());
      running.values().forEach(each -> next.add(each.end()));
      pending.values().forEach(each -> next.addAll(each.arriving().values()));
      pending.values().forEach(each -> next.add(each.job().submitted()));
      now =
          next.stream()
              .mapToDouble(Double::doubleValue)
              .filter(time -> time > now)
              .min()
              .orElseGet(this::over);
    }
    return new Outcome(completions / ended, now, durations / ended, joules, missed);
  }

  private double over() {
    if (!pending.isEmpty() || !running.isEmpty()) {
      throw new IllegalStateException("at " + now + " s nothing runs, and waiting: " + pending);
    }
    return now;
  }

  private static Instant time(double seconds) {
    return Instant.EPOCH.plusNanos(Math.round(seconds * 1e9));
  }

  private void endJobs() {
    List<Running> over = running.values().stream().filter(each -> each.end() <= now).toList();
    for (Running each : over) {
      ModelJob job = each.job();
      ledger.end(job.name());
      running.remove(job.name());
      double completion = now - job.submitted();
      completions += completion;
      durations += each.end() - each.start();
      missed += completion > job.allowedSeconds() + 1e-6 ? 1 : 0;
      ended++;
    }
  }

  private void deliverInputs() {
    for (Waiting waiting : pending.values()) {
      waiting
          .arriving()
          .forEach(
              (cluster, arrival) -> {
                if (arrival <= now) {
                  waiting.at().add(cluster);
                }
              });
      waiting.arriving().keySet().removeAll(waiting.at());
    }
  }

  /** Times at which the policy wants to decide again. */
  private List<Double> decide() {
    List<PendingJob> jobs =
        pending.values().stream()
            .filter(waiting -> waiting.job().submitted() <= now)
            .map(ModelRun::seen)
            .toList();
    List<Double> again = new ArrayList<>();
    View view = new View(jobs, ClusterState.of(ledger), clusters);
    for (Decision decision : policy.decide(view, time(now), seed)) {
      if (decision instanceof Decision.Start start) {
        start(start);
      } else if (decision instanceof Decision.Stage stage) {
        Waiting waiting = pending.get(stage.job());
        waiting.arriving().put(stage.cluster(), now + copySeconds(waiting, stage.cluster()));
      } else if (decision instanceof Decision.Wait wait) {
        again.add(Duration.between(Instant.EPOCH, wait.until()).toNanos() / 1e9);
      }
    }
    return again;
  }

  private static PendingJob seen(Waiting waiting) {
    ModelJob job = waiting.job();
    Map<String, Instant> arriving = new HashMap<>();
    waiting.arriving().forEach((cluster, arrival) -> arriving.put(cluster, time(arrival)));
    return new PendingJob(
        job.name(),
        0,
        Set.of(),
        time(job.submitted()),
        job.needs(),
        new PendingJob.Input(job.bytes(), Set.copyOf(waiting.at()), arriving),
        waiting.offers(),
        Double.isInfinite(job.allowedSeconds())
            ? Optional.empty()
            : Optional.of(time(job.submitted() + job.allowedSeconds())));
  }

  private void start(Decision.Start start) {
    Waiting waiting = pending.remove(start.job());
    String cluster = start.cluster();
    double copy = copySeconds(waiting, cluster);
    double longer =
        switch (start.access()) {
          case LOCAL -> local(waiting, cluster);
          case REMOTE_READ -> copy * clusters.remoteReadPart();
          case STAGE -> copy;
        };
    double predicted = waiting.offers().get(cluster).seconds().orElseThrow().middle();
    ModelJob job = waiting.job();
    ledger.reserve(job.name(), cluster, job.needs(), time(now + longer + predicted));
    double end = now + longer + job.seconds().get(cluster);
    running.put(job.name(), new Running(job, now, end));
    observer.runs(job, cluster, now, end);
    joules += job.joules().getOrDefault(cluster, 0.0);
  }

  private static double local(Waiting waiting, String cluster) {
    if (!waiting.at().isEmpty() && !waiting.at().contains(cluster)) {
      throw new IllegalStateException(
          waiting.job().name()
              + " was started on "
              + cluster
              + ", but its input is "
              + waiting.at());
    }
    return 0;
  }

  private double copySeconds(Waiting waiting, String cluster) {
    return waiting.at().isEmpty() || waiting.at().contains(cluster)
        ? 0
        : waiting.at().stream()
            .flatMapToDouble(
                from ->
                    DoubleStream.of(waiting.job().bytes() / clusters.bytesPerSecond(from, cluster)))
            .min()
            .orElseThrow();
  }
}
