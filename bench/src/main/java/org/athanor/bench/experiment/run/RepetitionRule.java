// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.results.AmountText;

/**
 * Decides whether a framework and workload on a number of nodes need more trials. The decision
 * depends on nothing but the times, so a resumed run decides the same. Immutable.
 */
record RepetitionRule(Repetitions repetitions) {

  /**
   * A decision that no more trials are needed.
   *
   * @param interval half of the width of the median's interval, as a share of the median; empty if
   *     it is not known
   * @param reason one line
   */
  record Decision(Optional<Double> interval, String reason) {}

  /**
   * Decides after the first trials.
   *
   * @param trials number of finished measured trials
   * @param times of those that are verified, in seconds
   * @return empty if more are needed
   */
  Optional<Decision> decide(int trials, List<Double> times) {
    if (repetitions.interval().isEmpty() || trials < repetitions.least()) {
      return Optional.empty();
    }
    double limit = repetitions.interval().get();
    OptionalDouble width =
        MedianInterval.halfWidth(times.stream().mapToDouble(Double::doubleValue).toArray());
    Optional<Double> interval =
        width.isPresent() ? Optional.of(width.getAsDouble()) : Optional.empty();
    if (interval.isPresent() && interval.get() <= limit) {
      return decision(interval, "%s after %d trials, wanted ± %s %%", interval, trials, limit);
    }
    if (times.isEmpty()) {
      return decision(interval, "no trial of %2$d is verified", interval, trials, limit);
    }
    if (trials >= repetitions.most()) {
      return decision(
          interval, "%s after %d trials, the most; wanted ± %s %%", interval, trials, limit);
    }
    return Optional.empty();
  }

  private static Optional<Decision> decision(
      Optional<Double> interval, String form, Optional<Double> width, int trials, double limit) {
    String known =
        width
            .map(share -> "the 95 % interval of the median is within ± " + percent(share) + " %")
            .orElse("too few trials are verified for a 95 % interval of the median");
    return Optional.of(
        new Decision(interval, String.format(Locale.ROOT, form, known, trials, percent(limit))));
  }

  private static String percent(double share) {
    return AmountText.digits(100 * share);
  }
}
