// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Values of one zone, each for a step of one length, without holes. What is before the first step
 * and after the last one is not known. Immutable.
 */
public final class ZoneSeries {
  private final Instant start;
  private final double stepSeconds;
  private final double[] values;

  /** sums[i] is the sum of the values of the first i steps. */
  private final double[] sums;

  /**
   * Makes a series.
   *
   * @param step above 0
   * @param values at least one, per kWh
   */
  ZoneSeries(Instant start, Duration step, double[] values) {
    this(start, step.toMillis() / 1e3, values);
  }

  /**
   * Makes a series.
   *
   * @param stepSeconds length of a step, above 0
   * @param values at least one, per kWh
   */
  public ZoneSeries(Instant start, double stepSeconds, double[] values) {
    this.start = start;
    this.stepSeconds = stepSeconds;
    this.values = values.clone();
    this.sums = new double[values.length + 1];
    for (int i = 0; i < values.length; i++) {
      sums[i + 1] = sums[i] + values[i];
    }
  }

  /** When the first step begins. */
  public Instant start() {
    return start;
  }

  /** Length of a step. */
  public double stepSeconds() {
    return stepSeconds;
  }

  /** The value of each step, per kWh. */
  public double[] values() {
    return values.clone();
  }

  /** The mean from a time on, for some seconds; empty if a part of that is not known. */
  OptionalDouble mean(Instant from, double seconds) {
    double first = steps(from);
    double last = first + seconds / stepSeconds;
    if (first < 0 || first >= values.length || last > values.length + 1e-9) {
      return OptionalDouble.empty();
    }
    if (last - first < 1e-9) {
      return OptionalDouble.of(values[(int) first]);
    }
    return OptionalDouble.of((integral(last) - integral(first)) / (last - first));
  }

  /** The beginning of the first step after a time; empty if there is none. */
  Optional<Instant> stepAfter(Instant time) {
    double next = Math.floor(Math.max(-1, steps(time))) + 1;
    return next < values.length
        ? Optional.of(start.plusMillis(Math.round(next * stepSeconds * 1e3)))
        : Optional.empty();
  }

  /** When the last step ends. */
  Instant end() {
    return start.plusMillis(Math.round(values.length * stepSeconds * 1e3));
  }

  private double steps(Instant time) {
    return Duration.between(start, time).toMillis() / 1e3 / stepSeconds;
  }

  private double integral(double steps) {
    int whole = (int) Math.min(values.length, steps);
    double part = steps - whole;
    return sums[whole] + (whole < values.length ? part * values[whole] : 0);
  }
}
