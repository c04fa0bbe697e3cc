// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.results.TrialKey;

/**
 * How long the rest takes: a trial as long as those of the same framework and workload took on
 * average, deployments and checks included, or as all did if there was none. Used by one thread.
 */
final class Estimate {
  private final Map<String, Mean> means = new HashMap<>();
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
    means.computeIfAbsent(pair(key), unknown -> new Mean()).add(seconds);
    overall.add(seconds);
  }

  /** Empty before the first trial has ended. */
  Optional<Duration> remaining(Collection<TrialKey> keys) {
    if (overall.count == 0) {
      return Optional.empty();
    }
    double seconds = 0;
    for (TrialKey key : keys) {
      Mean mean = means.getOrDefault(pair(key), overall);
      seconds += mean.sum / mean.count;
    }
    return Optional.of(Duration.ofSeconds(Math.round(seconds)));
  }

  private static String pair(TrialKey key) {
    return key.framework() + "/" + key.workload() + "/" + key.nodes();
  }
}
