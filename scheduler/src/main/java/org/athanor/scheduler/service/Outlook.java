// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.journal.CandidateLine;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Predictor;
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
   * @param high the latest likely end
   * @param isKnown whether anything was predicted; {@link Forecast#UNKNOWN} is taken if not
   */
  public record Expected(
      String cluster, Instant from, Instant low, Instant until, Instant high, boolean isKnown) {}

  /**
   * Looks ahead.
   *
   * @param clusters that may run jobs
   * @param predicted when the attempts that run were decided about, by job
   * @return by job; jobs after one that did not succeed are missing, as they will not run
   */
  public static Map<String, Expected> of(
      RunState run,
      Predictor predictor,
      Collection<String> clusters,
      Map<String, CandidateLine.Seconds> predicted,
      Instant now) {
    Map<String, Expected> all = new LinkedHashMap<>();
    Map<String, Instant> ends = new HashMap<>();
    for (JobSpec spec : run.spec().jobs()) {
      JobState job = run.job(spec.name());
      if (job.phase() == Phase.SUCCEEDED) {
        ends.put(spec.name(), job.since());
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
                .or(() -> seconds(spec, job, cluster, predictor));
        expected = expected(cluster, job.attempt().started().orElse(now), seconds, now);
      } else {
        Instant from = job.next().filter(next -> next.isAfter(now)).orElse(now);
        for (String before : spec.after()) {
          from = ends.get(before).isAfter(from) ? ends.get(before) : from;
        }
        expected = fastest(spec, job, predictor, clusters, from);
      }
      all.put(spec.name(), expected);
      ends.put(spec.name(), expected.until());
    }
    return all;
  }

  /** A predicted duration. */
  private record Seconds(double low, double middle, double high) {}

  private static Optional<Seconds> seconds(
      JobSpec spec, JobState job, String cluster, Predictor predictor) {
    Optional<Prediction> found = Placement.seconds(spec, cluster, job.input().bytes(), predictor);
    return found.map(it -> new Seconds(it.low(), it.middle(), it.high()));
  }

  private static Expected fastest(
      JobSpec spec, JobState job, Predictor predictor, Collection<String> clusters, Instant from) {
    String best = "";
    Optional<Seconds> least = Optional.empty();
    for (String cluster : clusters) {
      Optional<Seconds> seconds = seconds(spec, job, cluster, predictor);
      if (best.isEmpty()
          || (seconds.isPresent()
              && (least.isEmpty() || seconds.get().middle() < least.get().middle()))) {
        best = cluster;
        least = seconds;
      }
    }
    return expected(best, from, least, from);
  }

  private static Expected expected(
      String cluster, Instant from, Optional<Seconds> seconds, Instant now) {
    double unknown = Forecast.UNKNOWN.toSeconds();
    Seconds taken = seconds.orElse(new Seconds(unknown, unknown, unknown));
    return new Expected(
        cluster,
        from,
        later(from, taken.low(), now),
        later(from, taken.middle(), now),
        later(from, taken.high(), now),
        seconds.isPresent());
  }

  /** After a time, but not before now: what has not ended is late. */
  private static Instant later(Instant from, double seconds, Instant now) {
    Instant end = from.plus(Duration.ofMillis((long) Math.min(seconds * 1e3, 1e15)));
    return end.isAfter(now) ? end : now;
  }
}
