// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.athanor.scheduler.journal.CandidateLine;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/**
 * When the jobs of a run that have not ended will, if each takes as long as predicted, starts as
 * soon as the jobs before it have ended, and finds room on the cluster on which it is predicted to
 * be fastest. No policy is asked, so this costs little; {@link Forecast} asks.
 */
public final class Outlook {
  private Outlook() {}

  /**
   * A job's future.
   *
   * @param cluster where it runs, or may run
   * @param from when it starts, or was started
   * @param low the earliest likely end
   * @param until when it ends
   * @param high the latest likely end, if it starts at {@code from}
   * @param latest the latest likely end, if also each job before it takes as long as it is likely
   *     to at most; without jobs about which nothing is known
   * @param isKnown whether anything was predicted; {@link Forecast#UNKNOWN} is taken if not
   */
  public record Expected(
      String cluster,
      Instant from,
      Instant low,
      Instant until,
      Instant high,
      Instant latest,
      boolean isKnown) {}

  /**
   * Looks ahead.
   *
   * @param clusters that may run jobs
   * @param predicted when the attempts that run were decided about, by job
   * @return by job; jobs after one that did not succeed are missing, as they will not run
   */
  public static Map<String, Expected> of(
      RunState run,
      JobPredictor predictor,
      Collection<String> clusters,
      Map<String, CandidateLine.Seconds> predicted,
      Instant now) {
    return of(
        run, predictor, clusters, predicted, spec -> run.job(spec.name()).input().bytes(), now);
  }

  /**
   * As {@link #of(RunState, Predictor, Collection, Map, Instant)}.
   *
   * @param bytes size of a job's input, from 0
   */
  static Map<String, Expected> of(
      RunState run,
      JobPredictor predictor,
      Collection<String> clusters,
      Map<String, CandidateLine.Seconds> predicted,
      ToDoubleFunction<JobSpec> bytes,
      Instant now) {
    Map<String, Expected> all = new LinkedHashMap<>();
    Map<String, Instant> ends = new HashMap<>();
    Map<String, Instant> latest = new HashMap<>();
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      if (job.phase() == Phase.SUCCEEDED) {
        ends.put(spec.name(), job.since());
        latest.put(spec.name(), job.since());
        continue;
      }
      if (job.phase().isFinal() || !ends.keySet().containsAll(spec.after())) {
        continue;
      }
      Expected expected;
      if (job.phase().isActive()) {
        String cluster = job.attempt().cluster();
        Optional<Seconds> seconds =
            Optional.ofNullable(predicted.get(spec.name()))
                .map(it -> new Seconds(it.low(), it.middle(), it.high()))
                .or(() -> seconds(spec, bytes.applyAsDouble(spec), cluster, predictor));
        Instant from = job.attempt().started().orElse(now);
        expected = expected(cluster, from, overdue(from, now), seconds, now);
      } else {
        Instant from = job.next().filter(next -> next.isAfter(now)).orElse(now);
        Instant latestFrom = from;
        for (String before : spec.after()) {
          from = ends.get(before).isAfter(from) ? ends.get(before) : from;
          latestFrom = latest.get(before).isAfter(latestFrom) ? latest.get(before) : latestFrom;
        }
        expected = fastest(spec, bytes.applyAsDouble(spec), predictor, clusters, from, latestFrom);
      }
      all.put(spec.name(), expected);
      ends.put(spec.name(), expected.until());
      latest.put(spec.name(), expected.latest());
    }
    return all;
  }

  /** A predicted duration. */
  private record Seconds(double low, double middle, double high) {}

  private static Optional<Seconds> seconds(
      JobSpec spec, double bytes, String cluster, JobPredictor predictor) {
    Optional<Prediction> found = predictor.seconds(spec, cluster, bytes);
    return found.map(it -> new Seconds(it.low(), it.middle(), it.high()));
  }

  private static Expected fastest(
      JobSpec spec,
      double bytes,
      JobPredictor predictor,
      Collection<String> clusters,
      Instant from,
      Instant latestFrom) {
    String best = "";
    Optional<Seconds> least = Optional.empty();
    for (String cluster : clusters) {
      Optional<Seconds> seconds = seconds(spec, bytes, cluster, predictor);
      if (best.isEmpty()
          || (seconds.isPresent()
              && (least.isEmpty() || seconds.get().middle() < least.get().middle()))) {
        best = cluster;
        least = seconds;
      }
    }
    Expected expected = expected(best, from, from, least, from);
    double most = least.map(Seconds::high).orElse(0.0);
    return new Expected(
        best,
        from,
        expected.low(),
        expected.until(),
        expected.high(),
        later(latestFrom, most, latestFrom),
        expected.isKnown());
  }

  /** When one that has taken longer than it was likely to may end: a tenth longer. */
  private static Instant overdue(Instant from, Instant now) {
    Duration taken = Duration.between(from, now);
    return taken.isNegative() ? now : now.plus(taken.dividedBy(10));
  }

  /**
   * A future.
   *
   * @param overdue the latest end, if the latest likely one is over
   */
  private static Expected expected(
      String cluster, Instant from, Instant overdue, Optional<Seconds> seconds, Instant now) {
    double unknown = Forecast.UNKNOWN.toSeconds();
    Seconds taken = seconds.orElse(new Seconds(unknown, unknown, unknown));
    Instant high = later(from, taken.high(), now);
    return new Expected(
        cluster,
        from,
        later(from, taken.low(), now),
        later(from, taken.middle(), now),
        high,
        seconds.isEmpty() ? now : high.isAfter(now) ? high : overdue,
        seconds.isPresent());
  }

  /** After a time, but not before now: what has not ended is late. */
  private static Instant later(Instant from, double seconds, Instant now) {
    Instant end = from.plus(Duration.ofMillis((long) Math.min(seconds * 1e3, 1e15)));
    return end.isAfter(now) ? end : now;
  }
}
