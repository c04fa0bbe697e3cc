// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.results.Results.Stop;
import org.athanor.results.TrialKey;

/**
 * Knows which trials are needed if their number is not fixed. What is decided stays decided, since
 * a finished trial does not change. Not thread-safe.
 */
final class Precision {
  private final Repetitions repetitions;
  private final RepetitionRule rule;
  private final Function<TrialKey, Finished> trials;
  private final Map<TrialKey, State> states = new HashMap<>();

  /**
   * @param trials returns how a trial ended
   */
  Precision(Repetitions repetitions, Function<TrialKey, Finished> trials) {
    this.repetitions = repetitions;
    this.rule = new RepetitionRule(repetitions);
    this.trials = trials;
  }

  /**
   * How a trial ended.
   *
   * @param finished whether it has
   * @param seconds its time if it is verified
   */
  record Finished(boolean finished, OptionalDouble seconds) {
    static final Finished NO = new Finished(false, OptionalDouble.empty());
    static final Finished FAILED = new Finished(true, OptionalDouble.empty());

    static Finished verified(double seconds) {
      return new Finished(true, OptionalDouble.of(seconds));
    }
  }

  /** The trials of one framework and workload on a number of nodes that were looked at. */
  private static final class State {
    private final List<Double> times = new ArrayList<>();
    private int looked;
    private Optional<Stop> stop = Optional.empty();
  }

  /** Whether a trial is needed; warm-ups and the first trials always are. */
  boolean needs(TrialKey key) {
    return repetitions.interval().isEmpty()
        || key.repetition() <= repetitions.least()
        || state(key).stop.filter(stop -> key.repetition() > stop.trials()).isEmpty();
  }

  /** The decision after this trial that no more are needed; empty if there is none. */
  Optional<Stop> stop(TrialKey last) {
    return repetitions.interval().isEmpty()
        ? Optional.empty()
        : state(last).stop.filter(stop -> stop.trials() == last.repetition());
  }

  /** The decisions so far, in the order of the trials. */
  List<Stop> stops(Collection<TrialKey> all) {
    if (repetitions.interval().isEmpty()) {
      return List.of();
    }
    Set<TrialKey> first = new LinkedHashSet<>();
    all.forEach(key -> first.add(first(key)));
    return first.stream().flatMap(key -> state(key).stop.stream()).toList();
  }

  private static TrialKey first(TrialKey key) {
    return key.withRepetition(1);
  }

  /** The state after all trials that have finished without a gap before them. */
  private State state(TrialKey any) {
    State state = states.computeIfAbsent(first(any), key -> new State());
    while (state.stop.isEmpty() && state.looked < repetitions.most()) {
      int next = state.looked + 1;
      TrialKey key = any.withRepetition(next);
      Finished trial = trials.apply(key);
      if (!trial.finished()) {
        break;
      }
      state.looked = next;
      trial.seconds().ifPresent(state.times::add);
      state.stop =
          rule.decide(next, state.times)
              .map(
                  decision ->
                      new Stop(
                          any.framework(),
                          any.workload(),
                          any.storage(),
                          any.nodes(),
                          next,
                          decision.interval(),
                          decision.reason()));
    }
    return state;
  }
}
