// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/** Counts what a scheduler does. Thread of work only; snapshots are for all threads. */
public final class Telemetry {
  private static final List<Double> SECONDS =
      List.of(0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0, 3600.0, 14_400.0, 86_400.0);
  private static final List<Double> RATIOS = List.of(0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0);

  private final Map<String, Long> decisions = new TreeMap<>();
  private final Map<String, Long> started = new TreeMap<>();
  private final Map<String, Map<String, Long>> ended = new TreeMap<>();
  private final Map<String, Map<String, Long>> told = new TreeMap<>();
  private final Counting waits = new Counting(SECONDS);
  private final Counting errors = new Counting(RATIOS);
  private final Map<Placement.Key, Double> predicted = new HashMap<>(); // seconds

  Telemetry() {
    for (String kind : List.of("start", "copy", "wait", "defer")) {
      decisions.put(kind, 0L);
    }
  }

  /**
   * Numbers since the start.
   *
   * @param decisions by kind: start, copy, wait, defer; one that is made again is not counted again
   * @param started attempts by cluster
   * @param ended attempts by cluster, then by outcome: succeeded, failed, killed
   * @param told events by hook, then by outcome: delivered, failed, given up
   * @param waits seconds from when a job was ready until a cluster was chosen
   * @param errors of predicted durations: their distances from actual ones, divided by those
   */
  public record Counts(
      Map<String, Long> decisions,
      Map<String, Long> started,
      Map<String, Map<String, Long>> ended,
      Map<String, Map<String, Long>> told,
      Histogram waits,
      Histogram errors) {}

  /** A histogram that grows. */
  private static final class Counting {
    private final List<Double> bounds;
    private final long[] counts;
    private double sum;

    Counting(List<Double> bounds) {
      this.bounds = bounds;
      this.counts = new long[bounds.size() + 1];
    }

    void add(double value) {
      int bucket = 0;
      while (bucket < bounds.size() && value > bounds.get(bucket)) {
        bucket++;
      }
      counts[bucket]++;
      sum += value;
    }

    Histogram snapshot() {
      List<Long> copy = new ArrayList<>();
      for (long count : counts) {
        copy.add(count);
      }
      return new Histogram(bounds, copy, sum);
    }
  }

  void decided(Decision decision) {
    String kind =
        decision instanceof Decision.Start
            ? "start"
            : decision instanceof Decision.Stage
                ? "copy"
                : decision instanceof Decision.Wait ? "wait" : "defer";
    decisions.merge(kind, 1L, Long::sum);
  }

  /** A job that is ready gets a cluster. */
  void starts(Placement.Key key, RunState run, Decision.Start start, Instant now) {
    waits.add(seconds(run.job(key.job()).since(), now));
    predicted.remove(key);
    start.candidates().stream()
        .filter(candidate -> candidate.cluster().equals(start.cluster()))
        .flatMap(candidate -> candidate.seconds().stream())
        .findFirst()
        .ifPresent(seconds -> predicted.put(key, seconds.middle()));
  }

  /** A run went from one state to another one. */
  void stepped(RunState before, Event event, RunState after, Instant now) {
    if (!(event instanceof Event.OfAttempt some) || before.jobs().get(some.job()) == null) {
      return;
    }
    JobState was = before.job(some.job());
    JobState is = after.job(some.job());
    String cluster = was.attempt().cluster();
    if (was.phase() == Phase.LAUNCHING && is.phase() == Phase.RUNNING) {
      started.merge(cluster, 1L, Long::sum);
    }
    boolean over =
        was.phase().isActive()
            && (!is.phase().isActive() || is.attempt().number() != was.attempt().number());
    if (over && was.attempt().started().isPresent()) {
      String outcome =
          is.phase() == Phase.SUCCEEDED
              ? "succeeded"
              : is.phase() == Phase.KILLED ? "killed" : "failed";
      ended.computeIfAbsent(cluster, name -> new TreeMap<>()).merge(outcome, 1L, Long::sum);
      Double middle = predicted.remove(new Placement.Key(after.spec().id(), some.job()));
      if (middle != null && is.phase() == Phase.SUCCEEDED) {
        double actual = Math.max(1e-3, seconds(was.attempt().started().get(), now));
        errors.add(Math.abs(middle - actual) / actual);
      }
    }
  }

  private static double seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toMillis() / 1e3);
  }

  /** There is a hook. */
  void hook(String name) {
    told.put(name, new TreeMap<>(Map.of("delivered", 0L, "failed", 0L, "given up", 0L)));
  }

  /** A hook was told an event; {@code outcome} is what came of it. */
  void told(String hook, String outcome) {
    told.get(hook).merge(outcome, 1L, Long::sum);
  }

  /** Forgets a run that has ended. */
  void forget(String run) {
    predicted.keySet().removeIf(key -> key.run().equals(run));
  }

  Counts snapshot() {
    return new Counts(
        Map.copyOf(decisions),
        Map.copyOf(started),
        copy(ended),
        copy(told),
        waits.snapshot(),
        errors.snapshot());
  }

  private static Map<String, Map<String, Long>> copy(Map<String, Map<String, Long>> counts) {
    Map<String, Map<String, Long>> copy = new TreeMap<>();
    counts.forEach((name, outcomes) -> copy.put(name, Map.copyOf(outcomes)));
    return Map.copyOf(copy);
  }
}
