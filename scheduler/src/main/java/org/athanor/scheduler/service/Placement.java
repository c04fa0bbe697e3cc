// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Candidate;
import org.athanor.scheduler.policy.ClusterState;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/**
 * Asks a policy about the jobs of all runs. All clusters share one file system; inputs are near to
 * the clusters of regions that hold them. One thread.
 */
final class Placement {
  private static final Duration UNKNOWN_DURATION = Duration.ofMinutes(1);

  private final Policy policy;
  private final Pools pools;
  private final ClusterSource clusters;
  private final View.Network network;
  private final Nearness near;
  private final EnergyForecast energy;
  private final LeastContainers least;
  private final long seed;

  /**
   * What is known of jobs besides predictions.
   *
   * @param use cores that applications keep busy; may grow
   * @param powers of the clusters' nodes
   * @param least containers of applications
   */
  record Known(CoreUse use, NodePowers powers, LeastContainers least) {}

  /** A job of a run. */
  record Key(String run, String job) {
    @Override
    public String toString() {
      return run + ":" + job;
    }
  }

  /** A decision, with the job that it is about. */
  record Decided(Key key, Decision decision) {}

  Placement(
      Policy policy,
      Pools pools,
      ClusterSource clusters,
      View.Network network,
      Known known,
      long seed) {
    this.policy = policy;
    this.pools = pools;
    this.clusters = clusters;
    this.network = network;
    this.near = new Nearness(clusters, network);
    this.energy = new EnergyForecast(clusters, known.use(), known.powers());
    this.least = known.least();
    this.seed = seed;
  }

  /**
   * Decides about all jobs that are ready.
   *
   * @param held why a run must wait, by its name
   * @param inputs of jobs; nothing is decided yet about those that are being measured
   */
  List<Decided> decide(
      Collection<RunState> runs,
      Function<String, Optional<String>> held,
      JobPredictor predictor,
      Function<Key, InputFacts> inputs,
      Instant now) {
    List<Reservation> reservations = reservations(runs, predictor, inputs, now);
    List<ClusterState> states = clusters.states(reservations);
    List<Decided> decisions = new ArrayList<>();
    Map<String, String> poolOf = new HashMap<>();
    Map<String, Key> keys = new HashMap<>();
    List<PendingJob> jobs = new ArrayList<>();
    for (RunState run : runs) {
      Optional<String> waits = held.apply(run.spec().id());
      for (JobSpec spec : run.spec().jobs()) {
        JobState job = run.job(spec.name());
        Key key = new Key(run.spec().id(), spec.name());
        poolOf.put(key.toString(), spec.job().rules().pool());
        if (waits.isPresent()) {
          if (job.phase() == Phase.READY) {
            decisions.add(deferred(key, waits.get()));
          }
          continue;
        }
        InputFacts input = inputs.apply(key);
        if ((job.phase() == Phase.READY || job.phase() == Phase.WAITING) && input.isMeasured()) {
          keys.put(key.toString(), key);
          jobs.add(pending(key, run, spec, states, predictor, near.input(job, input, now)));
        }
      }
    }
    if (jobs.stream().noneMatch(PendingJob::ready)) {
      return decisions;
    }
    Pools.Arrangement arranged =
        pools.arrange(new View(jobs, states, network), reservations, poolOf);
    arranged.held().forEach((job, why) -> decisions.add(deferred(keys.get(job), why)));
    if (arranged.view().jobs().stream().noneMatch(PendingJob::ready)) {
      return decisions;
    }
    policy.decide(arranged.view(), now, seed).stream()
        .map(decision -> new Decided(keys.get(decision.job()), decision))
        .forEach(decisions::add);
    return decisions;
  }

  private static Decided deferred(Key key, String why) {
    return new Decided(key, new Decision.Defer(key.toString(), List.of(), why));
  }

  /**
   * Why candidates for a job have no predicted energy, and which runs of the catalogue estimates
   * rest on; a line for each reason.
   */
  List<String> aboutEnergy(JobSpec spec, Collection<Candidate> candidates) {
    return energy.explained(spec.job(), candidates);
  }

  private PendingJob pending(
      Key key,
      RunState run,
      JobSpec spec,
      List<ClusterState> states,
      JobPredictor predictor,
      PendingJob.Input input) {
    Set<String> after =
        spec.after().stream()
            .filter(before -> run.job(before).phase() != Phase.SUCCEEDED)
            .map(before -> new Key(key.run(), before).toString())
            .collect(Collectors.toSet());
    Map<String, Resources> needs = new HashMap<>();
    Map<String, Optional<Prediction>> seconds = new HashMap<>();
    for (ClusterState cluster : states) {
      needs.put(cluster.name(), needs(spec, cluster.name(), predictor));
      seconds.put(cluster.name(), predictor.seconds(spec, cluster.name(), input.bytes()));
    }
    Map<String, Prediction> joules = energy.joules(spec, input.bytes(), seconds, predictor);
    Map<String, Offer> offers = new HashMap<>();
    for (ClusterState cluster : states) {
      Resources there = needs.get(cluster.name());
      double delay = clusters.delay(cluster.name(), there, cluster.free()).toMillis() / 1e3;
      offers.put(
          cluster.name(),
          new Offer(
              seconds.get(cluster.name()).map(it -> it.plus(delay)),
              Optional.ofNullable(joules.get(cluster.name())),
              there));
    }
    Resources everywhere =
        needs.values().stream().reduce(Resources::atMost).orElseGet(() -> predictor.uses(spec, ""));
    Optional<Instant> deadline =
        Stream.concat(
                spec.deadline(run.spec().submitted()).stream(), run.spec().deadline().stream())
            .min(Instant::compareTo);
    return new PendingJob(
        key.toString(),
        spec.job().rules().priority(),
        after,
        run.job(spec.name()).since(),
        everywhere,
        input,
        offers,
        deadline);
  }

  /** What is reserved for a job on a cluster. */
  private Resources needs(JobSpec spec, String cluster, JobPredictor predictor) {
    return least.needs(spec.job(), cluster, predictor.uses(spec, cluster));
  }

  /** What the jobs that run have reserved. */
  List<Reservation> reservations(
      Collection<RunState> runs,
      JobPredictor predictor,
      Function<Key, InputFacts> inputs,
      Instant now) {
    List<Reservation> all = new ArrayList<>();
    for (RunState run : runs) {
      for (JobSpec spec : run.spec().jobs()) {
        JobState job = run.job(spec.name());
        if (job.phase().isActive()) {
          Key key = new Key(run.spec().id(), spec.name());
          String cluster = job.attempt().cluster();
          InputFacts input = inputs.apply(key);
          Duration predicted =
              predictor
                  .seconds(spec, cluster, Math.max(0, input.bytes()))
                  .map(it -> Duration.ofMillis((long) (it.middle() * 1e3)))
                  .orElse(UNKNOWN_DURATION);
          Instant started = job.attempt().started().orElse(now);
          Instant end = started.plus(predicted).plus(near.longer(job, input, now));
          // Longer than expected: as much again as a tenth of what it has taken.
          Instant later =
              now.plus(Duration.between(started, now).abs().dividedBy(10)).plusSeconds(1);
          all.add(
              new Reservation(
                  key.toString(),
                  cluster,
                  needs(spec, cluster, predictor),
                  end.isAfter(now) ? end : later));
        }
      }
    }
    return all;
  }
}
