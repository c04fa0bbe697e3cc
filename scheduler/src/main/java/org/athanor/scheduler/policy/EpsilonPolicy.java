// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.predict.Prediction;

/**
 * epsilon-Sched (K. Ravindranathan, dissertation, Virginia Tech 2015, algorithm 5): the clusters by
 * a merit, the greatest first. A job starts on the first one that meets its deadline and has room.
 * If none meets it, even with room, it starts on the fastest one with room. Clusters of which
 * duration or energy are not known come last.
 */
public final class EpsilonPolicy implements Policy {

  /** What a cluster is good for. */
  public enum Merit {
    /** "Performance to total power", read as 1 / (joules × seconds). */
    PERFORMANCE_PER_ENERGY,
    /** 1 / joules. */
    ENERGY
  }

  private final Merit merit;

  /** Makes the policy. */
  public EpsilonPolicy(Merit merit) {
    this.merit = merit;
  }

  @Override
  public List<Decision> decide(View view, Instant now, long seed) {
    Room room = new Room(view);
    return Room.ready(view).stream().map(job -> decide(job, room, now)).toList();
  }

  private Decision decide(PendingJob job, Room room, Instant now) {
    List<Candidate> sorted =
        room.candidates(job).stream().sorted(Comparator.comparingDouble(this::cost)).toList();
    List<Candidate> inTime =
        sorted.stream().filter(candidate -> meets(job, candidate, now)).toList();
    Optional<Candidate> chosen = inTime.stream().filter(Candidate::fits).findFirst();
    if (chosen.isPresent()) {
      return room.start(
          job, chosen.get(), sorted, "the most efficient cluster with room that is in time");
    }
    if (!inTime.isEmpty()) {
      return new Decision.Defer(job.name(), sorted, "no cluster that is in time has room");
    }
    return sorted.stream()
        .filter(Candidate::fits)
        .min(Comparator.comparingDouble(each -> each.middleSeconds() + each.copySeconds()))
        .map(fastest -> room.start(job, fastest, sorted, "no cluster is in time; the fastest one"))
        .orElseGet(() -> new Decision.Defer(job.name(), sorted, "no cluster has room"));
  }

  /** The reciprocal of the merit. */
  private double cost(Candidate candidate) {
    double joules = candidate.joules().map(Prediction::middle).orElse(Double.POSITIVE_INFINITY);
    return merit == Merit.ENERGY ? joules : joules * candidate.middleSeconds();
  }

  /** Promises are judged by the upper end of the prediction; an unknown duration breaks them. */
  private static boolean meets(PendingJob job, Candidate candidate, Instant now) {
    if (job.deadline().isEmpty()) {
      return true;
    }
    if (candidate.seconds().isEmpty()) {
      return false;
    }
    double seconds = candidate.seconds().get().high() + candidate.copySeconds();
    return !now.plus(Duration.ofMillis((long) Math.ceil(seconds * 1000)))
        .isAfter(job.deadline().get());
  }
}
