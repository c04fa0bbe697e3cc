// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.scheduler.catalogue.MergedRuns;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.energy.CoreUse;
import org.athanor.scheduler.journal.MeasuredCopy;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Orchestrator;
import org.athanor.scheduler.run.ProcessId;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;

/**
 * What a run would do if each job took as long as predicted and all succeeded. The policy and the
 * orchestrator are those of real runs; nothing is started.
 */
public final class Forecast {
  /** Taken for a job about which nothing is known. */
  public static final Duration UNKNOWN = Duration.ofMinutes(1);

  private static final int MOST_STEPS = 100_000;

  private Forecast() {}

  /**
   * A job as it would run.
   *
   * @param from from the start of the run
   * @param until from the start of the run
   * @param seconds with its input near; empty if nothing is known, and {@link #UNKNOWN} is taken
   * @param waits why it waited before, if it did
   * @param input by how much a copy of its input, with those before it, or to read it from
   *     elsewhere, makes it longer
   */
  public record Planned(
      String job,
      String cluster,
      Duration from,
      Duration until,
      Optional<Prediction> seconds,
      Optional<String> waits,
      Duration input,
      Decision.Start decision) {}

  /**
   * What decisions and times follow from.
   *
   * @param policy that has not decided about anything yet
   * @param seed of the policy's chance
   * @param pools shares of the clusters, as if no other run used them
   * @param measured runs
   * @param use cores that applications keep busy
   * @param powers of the clusters' nodes
   * @param copies measured ones, the oldest first
   * @param network where no copy was measured
   */
  public record Basis(
      Policy policy,
      long seed,
      Pools pools,
      MergedRuns measured,
      CoreUse use,
      NodePowers powers,
      List<MeasuredCopy> copies,
      View.Network network) {}

  /**
   * Runs the workflow in thought. Inputs are copied one after the other, as in real runs.
   *
   * @return the jobs in the order of their starts; those that no cluster would ever get are left
   *     out
   */
  public static List<Planned> of(WorkflowTree tree, Basis basis, ClusterSource clusters, Site site)
      throws IOException {
    Instant start = Instant.now();
    JobPredictor predictor = Measurements.predictorOf(basis.measured(), clusters.clusters());
    View.Network network = new CopyTimes(basis.network(), clusters, basis.copies());
    Placement placement =
        new Placement(
            basis.policy(),
            basis.pools(),
            clusters,
            network,
            new Placement.Known(basis.use(), basis.powers(), new LeastContainers(clusters, site)),
            basis.seed());
    Nearness near = new Nearness(clusters, network);
    Map<Placement.Key, InputFacts> inputs = new HashMap<>();
    for (JobSpec job : tree.jobs()) {
      inputs.put(
          new Placement.Key("plan", job.name()),
          InputFacts.measure(site, clusters.clusters(), job));
    }
    RunSpec spec = RunSpec.of("plan", start, tree);
    RunState state = Orchestrator.submit(spec, start).state();
    Instant now = start;
    List<Planned> planned = new ArrayList<>();
    Map<String, Instant> ends = new HashMap<>();
    Map<String, Instant> arrivals = new HashMap<>(); // of copies ahead
    Instant copied = start; // when the last copy has ended
    Map<String, String> waits = new HashMap<>(); // the first reason of each
    for (int step = 0; step < MOST_STEPS && state.ended().isEmpty(); step++) {
      Instant again = Instant.MAX;
      for (Placement.Decided each :
          placement.decide(List.of(state), run -> Optional.empty(), predictor, inputs::get, now)) {
        String job = each.key().job();
        if (each.decision() instanceof Decision.Wait wait) {
          again = wait.until().isBefore(again) ? wait.until() : again;
          waits.putIfAbsent(job, wait.reason());
        }
        InputFacts input = inputs.get(each.key());
        if (each.decision() instanceof Decision.Stage stage && !arrivals.containsKey(job)) {
          state = step(state, new Event.CopyAsked(job, stage.cluster()), now);
          copied = later(copied, now).plus(near.copyTime(input, stage.cluster()));
          arrivals.put(job, copied);
        }
        if (!(each.decision() instanceof Decision.Start chosen)) {
          continue;
        }
        Optional<Prediction> seconds =
            predictor.seconds(spec.job(job), chosen.cluster(), input.bytes());
        Duration copy = Duration.ZERO;
        if (chosen.access() == Access.REMOTE_READ) {
          copy = near.remoteReadTime(input, chosen.cluster());
        } else if (chosen.access() == Access.STAGE && arrivals.containsKey(job)) {
          copy = Duration.between(now, arrivals.get(job));
        } else if (chosen.access() == Access.STAGE) {
          copied = later(copied, now).plus(near.copyTime(input, chosen.cluster()));
          copy = Duration.between(now, copied);
        }
        Instant end =
            now.plus(
                    seconds
                        .map(it -> Duration.ofMillis((long) (it.middle() * 1e3)))
                        .orElse(UNKNOWN))
                .plus(copy);
        state = start(state, job, chosen, now);
        arrivals.remove(job);
        ends.put(job, end);
        planned.add(
            new Planned(
                job,
                chosen.cluster(),
                Duration.between(start, now),
                Duration.between(start, end),
                seconds,
                Optional.ofNullable(waits.get(job)),
                copy,
                chosen));
      }
      Instant next =
          Stream.concat(ends.values().stream(), arrivals.values().stream())
              .min(Comparator.naturalOrder())
              .orElse(again);
      next = again.isBefore(next) ? again : next;
      if (next.equals(Instant.MAX)) {
        break; // no cluster has room, and none will get any
      }
      now = next;
      for (String job : List.copyOf(arrivals.keySet())) {
        if (!arrivals.get(job).isAfter(now)) {
          arrivals.remove(job);
          String cluster = state.job(job).copy().orElseThrow().cluster();
          clusters
              .cluster(cluster)
              .flatMap(it -> it.traits().region())
              .ifPresent(
                  region ->
                      inputs.computeIfPresent(
                          new Placement.Key("plan", job), (key, facts) -> facts.with(region)));
          state = step(state, new Event.Staged(job, cluster, ""), now);
        }
      }
      for (String job : List.copyOf(ends.keySet())) {
        if (!ends.get(job).isAfter(now)) {
          ends.remove(job);
          state = step(state, new Event.Exited(job, 1, 0), now);
        }
      }
    }
    return planned;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static RunState start(RunState state, String job, Decision.Start chosen, Instant now) {
    RunState placed =
        step(state, new Event.Placed(job, chosen.cluster(), Access.LOCAL, chosen.reason()), now);
    RunState ready = step(placed, new Event.Prepared(job, 1, JobState.Input.UNKNOWN), now);
    return step(ready, new Event.Spawned(job, 1, new ProcessId(1, 0, "plan")), now);
  }

  private static RunState step(RunState state, Event event, Instant now) {
    return Orchestrator.step(state, event, now, cluster -> false).state();
  }
}
