// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.athanor.scheduler.predict.Prediction;

/**
 * What the jobs of a view leave to those before them: how many jobs wait for each, and by when it
 * must have ended so that neither it nor any of those is late.
 */
public final class LatestEnds {
  private final ToDoubleFunction<Prediction> end;
  private final Map<String, BitSet> waiting = new HashMap<>();
  private final Map<String, Instant> deadlines = new HashMap<>(); // MAX: none

  /** By the upper ends of predictions. */
  public LatestEnds(View view) {
    this(TopologicalOrder.latestFirst(view), Prediction::high);
  }

  /**
   * Looks at jobs.
   *
   * @param latestFirst each after all that wait for it
   * @param end what is taken of a prediction
   */
  LatestEnds(List<PendingJob> latestFirst, ToDoubleFunction<Prediction> end) {
    this.end = end;
    int number = 0;
    for (PendingJob job : latestFirst) {
      BitSet all = waiting.computeIfAbsent(job.name(), name -> new BitSet());
      Instant deadline =
          deadlines.merge(job.name(), job.deadline().orElse(Instant.MAX), LatestEnds::earlier);
      for (String before : job.after()) {
        BitSet later = waiting.computeIfAbsent(before, name -> new BitSet());
        later.or(all);
        later.set(number);
        deadlines.merge(before, start(job, deadline), LatestEnds::earlier);
      }
      number++;
    }
  }

  /** When a job must start to end in time. */
  private Instant start(PendingJob job, Instant deadline) {
    return deadline.equals(Instant.MAX)
        ? deadline
        : deadline.minus(Duration.ofMillis((long) Math.ceil(seconds(job) * 1e3)));
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  /** The end of the prediction for the cluster where that is lowest; 0 if nothing is known. */
  private double seconds(PendingJob job) {
    return job.offers().values().stream()
        .flatMap(offer -> offer.seconds().stream())
        .mapToDouble(end)
        .min()
        .orElse(0);
  }

  /** The number of jobs that cannot start before a job has ended. */
  public int jobsAfter(PendingJob job) {
    return waiting.get(job.name()).cardinality();
  }

  /** By when a job must have ended; empty if nothing says so. */
  public Optional<Instant> deadline(PendingJob job) {
    return Optional.of(deadlines.get(job.name())).filter(time -> !time.equals(Instant.MAX));
  }
}
