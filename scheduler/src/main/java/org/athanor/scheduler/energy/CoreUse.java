// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.energy;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How many cores applications keep busy on average, by cluster: core-seconds of their attempts that
 * succeeded, divided by their seconds. Attempts count less with each newer one. One thread.
 */
public final class CoreUse {
  private static final double KEPT = 0.9; // with each newer attempt

  private final Map<String, Map<String, Mean>> means = new HashMap<>();

  /** Sums of one application on one cluster. */
  private record Mean(double coreSeconds, double seconds) {
    double cores() {
      return coreSeconds / seconds;
    }
  }

  /**
   * An attempt.
   *
   * @param coreSeconds from 0
   * @param seconds above 0
   */
  public record Attempt(String application, String cluster, double coreSeconds, double seconds) {}

  /** Adds an attempt, which is newer than those before. */
  public void add(Attempt attempt) {
    if (attempt.seconds() > 0) {
      means
          .computeIfAbsent(attempt.application(), name -> new HashMap<>())
          .merge(
              attempt.cluster(),
              new Mean(attempt.coreSeconds(), attempt.seconds()),
              (old, one) ->
                  new Mean(
                      old.coreSeconds() * KEPT + one.coreSeconds(),
                      old.seconds() * KEPT + one.seconds()));
    }
  }

  /** On the cluster, else the most on another one; empty if the application was never seen. */
  public OptionalDouble cores(String application, String cluster) {
    Map<String, Mean> known = means.getOrDefault(application, Map.of());
    return known.containsKey(cluster)
        ? OptionalDouble.of(known.get(cluster).cores())
        : known.values().stream().mapToDouble(Mean::cores).max();
  }
}
