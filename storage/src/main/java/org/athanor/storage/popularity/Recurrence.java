// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import org.athanor.storage.check.Checks;

/**
 * Our own predictor: a file that was accessed in many periods goes before one that was accessed as
 * often in one. Accesses of a burst say little about the next period; accesses that come again do.
 *
 * <pre>predicted = Σ √(accesses in the period) · ½^(age of the period / half-life)</pre>
 *
 * <p>over all periods, where the last one has age 0. So sixteen accesses in one period count as
 * four accesses in different periods. With a half-life of a few periods old popularity is forgotten
 * soon, with a long one files that are read once a week are remembered.
 *
 * <p>On a day of Facebook's cluster (test {@code TraceReplayTest}), files with two accesses, none
 * in the last hour, had 0.042 accesses in the next hour if the two were in different hours, and
 * 0.004 if they were in the same. The 18 files with more than thirty accesses, all in the same
 * hour, had three accesses together in the next hour.
 */
public final class Recurrence extends CountingPredictor {
  /** The half-life that {@link #Recurrence()} takes, in periods. */
  public static final double DEFAULT_HALF_LIFE = 48;

  private final double keptPerPeriod;

  /** With the default half-life: a day and a half to seven weeks for periods of 1 to 24 h. */
  public Recurrence() {
    this(DEFAULT_HALF_LIFE);
  }

  /**
   * Knows no file yet.
   *
   * @param halfLifePeriods after as many periods an access has half of its weight, above 0
   */
  public Recurrence(double halfLifePeriods) {
    keptPerPeriod = StrictMath.pow(0.5, 1 / Checks.positive("halfLifePeriods", halfLifePeriods));
  }

  @Override
  public String name() {
    return "recurrence";
  }

  @Override
  void endOfPeriod(int file, double count) {
    double before = predicted.get(file);
    double kept = Double.isNaN(before) ? 0 : before * keptPerPeriod;
    predicted.set(file, kept + Math.sqrt(count));
    counts.set(file, 0);
  }
}
