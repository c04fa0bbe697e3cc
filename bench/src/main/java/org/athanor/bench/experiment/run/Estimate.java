// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.results.TrialKey;

/**
 * Estimates the remaining time of a run. A trial is expected to take as long as earlier trials of
 * the same framework, workload, storage and size on average, including deployments and checks. If
 * there was none, the average of all trials is used. Not thread-safe.
 */
final class Estimate {
  private final Map<TrialKey, Mean> means = new HashMap<>();
  private final Mean overall = new Mean();

  private static final class Mean {
    private double sum;
    private int count;

    void add(double value) {
      sum += value;
      count++;
    }
  }

  void add(TrialKey key, double seconds) {
    means.computeIfAbsent(key.withRepetition(1), unknown -> new Mean()).add(seconds);
    overall.add(seconds);
  }

  /** The estimated time of trials; empty before the first trial has ended. */
  Optional<Duration> remaining(Collection<TrialKey> keys) {
    if (overall.count == 0) {
      return Optional.empty();
    }
    double seconds = 0;
    for (TrialKey key : keys) {
      Mean mean = means.getOrDefault(key.withRepetition(1), overall);
      seconds += mean.sum / mean.count;
    }
    return Optional.of(Duration.ofSeconds(Math.round(seconds)));
  }
}
