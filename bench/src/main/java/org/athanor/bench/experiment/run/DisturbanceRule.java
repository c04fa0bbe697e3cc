// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.athanor.bench.experiment.Disturbance;
import org.athanor.results.NodeUse;
import org.athanor.results.Outcome;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/**
 * Decides which attempts at a trial are disturbed, whether another attempt is needed, and which one
 * counts. The disturbance of a node is the share of its CPU time that was neither idle nor used by
 * the framework:
 *
 * <pre>
 *   (CPU time of others + CPU time stolen) / (wall time × processors)
 * </pre>
 *
 * but at most 1. The disturbance of a trial is the largest of its nodes'. The kernel counts CPU
 * time in ticks, so a measurement may be wrong by one tick of each processor at its begin and one
 * at its end. A trial is disturbed if its share exceeds the limit by more than that error; a trial
 * of a few ticks never is. A disturbed verified trial is repeated. The first undisturbed attempt
 * counts; if there is none, the least disturbed attempt counts and keeps its flag. Attempts that
 * are not verified are neither repeated nor replaced, so that failures are always shown. Warm-ups
 * are run once. The class has no mutable state.
 */
final class DisturbanceRule {
  /** Tick of the kernel's CPU times: {@code USER_HZ} is 100 on all architectures. */
  private static final double TICK_SECONDS = 0.01;

  private final Disturbance settings;
  private final Map<String, Integer> processors;

  /**
   * @param processors node → number of its logical processors
   */
  DisturbanceRule(Disturbance settings, Map<String, Integer> processors) {
    this.settings = settings;
    this.processors = Map.copyOf(processors);
  }

  /** Describes the disturbance of a trial; empty if it was not disturbed, or if that is unknown. */
  Optional<String> judge(double wallSeconds, List<NodeUse> nodes) {
    return nodes.stream()
        .filter(node -> share(wallSeconds, node).orElse(0) - error(wallSeconds) > settings.limit())
        .max(Comparator.comparingDouble(node -> share(wallSeconds, node).orElse(0)))
        .map(
            node ->
                String.format(
                    Locale.ROOT,
                    "others used %.0f %% of the CPU of %s (limit %.0f %%)",
                    100 * share(wallSeconds, node).orElse(0),
                    node.node(),
                    100 * settings.limit()));
  }

  /** Two ticks of each processor, as a share of a node's CPU time. */
  private static double error(double wallSeconds) {
    return 2 * TICK_SECONDS / wallSeconds;
  }

  private OptionalDouble share(double wallSeconds, NodeUse node) {
    double capacity = wallSeconds * processors.getOrDefault(node.node(), 0);
    Reading other = node.totals().get(Total.CPU_OTHER);
    if (!(capacity > 0) || !(other instanceof Reading.Value seconds)) {
      return OptionalDouble.empty();
    }
    Reading stolen = node.totals().get(Total.CPU_STOLEN);
    double lost = stolen instanceof Reading.Value value ? value.amount() : 0;
    return OptionalDouble.of(Math.min(1, (seconds.amount() + lost) / capacity));
  }

  /**
   * Whether a trial needs no further attempt.
   *
   * @param attempts the attempts so far, in order
   */
  boolean finished(TrialKey key, List<TrialResult> attempts) {
    if (attempts.isEmpty()) {
      return false;
    }
    TrialResult last = attempts.get(attempts.size() - 1);
    return key.warmUp()
        || last.outcome() != Outcome.VERIFIED
        || last.disturbance().isEmpty()
        || attempts.size() >= settings.attempts();
  }

  /**
   * Returns all attempts. Of the verified attempts at a trial, all but the one that counts are
   * marked as superseded.
   */
  List<TrialResult> settle(List<TrialResult> attempts) {
    Map<TrialKey, List<TrialResult>> trials = new LinkedHashMap<>();
    for (TrialResult attempt : attempts) {
      if (attempt.outcome() == Outcome.VERIFIED) {
        trials.computeIfAbsent(attempt.key(), key -> new ArrayList<>()).add(attempt);
      }
    }
    Set<TrialResult> chosen = new HashSet<>();
    for (List<TrialResult> verified : trials.values()) {
      chosen.add(verified.stream().min(Comparator.comparingDouble(this::rank)).orElseThrow());
    }
    return attempts.stream()
        .map(
            attempt ->
                withSuperseded(
                    attempt, attempt.outcome() == Outcome.VERIFIED && !chosen.contains(attempt)))
        .toList();
  }

  /**
   * The attempt with the lowest rank counts. All undisturbed attempts have the same rank, so that
   * the first of them counts.
   */
  private double rank(TrialResult attempt) {
    if (attempt.disturbance().isEmpty()) {
      return -1;
    }
    return attempt.nodes().stream()
        .mapToDouble(node -> share(attempt.wallSeconds(), node).orElse(0))
        .max()
        .orElse(0);
  }

  private static TrialResult withSuperseded(TrialResult result, boolean superseded) {
    return result.toBuilder().superseded(superseded).build();
  }
}
