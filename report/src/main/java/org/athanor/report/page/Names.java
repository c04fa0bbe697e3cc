// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.util.Optional;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.Summary;
import org.athanor.results.AmountText;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;

/** Texts for trials, speed-ups and intervals on the page. */
final class Names {

  private static final int COLOURS = 8;

  private Names() {}

  /** The index of a framework's colour in the style sheet. */
  static int colour(Summary summary, String framework) {
    return summary.study().frameworks().stream()
            .map(FrameworkInfo::label)
            .toList()
            .indexOf(framework)
        % COLOURS;
  }

  static String nodes(int nodes) {
    return nodes == 1 ? "1 node" : nodes + " nodes";
  }

  /** An amount of memory; a dash for simulated nodes, which have none. */
  static String memory(long bytes) {
    return bytes == 0 ? "–" : AmountText.of(bytes, Unit.BYTES);
  }

  /** A trial, such as {@code no. 3, attempt 2}. */
  static String attempt(TrialResult trial) {
    String number =
        trial.key().warmUp()
            ? "warm-up " + -trial.key().repetition()
            : "no. " + trial.key().repetition();
    return trial.attempt() > 1 ? number + ", attempt " + trial.attempt() : number;
  }

  /** A speed-up, such as {@code 1.52× (1.49 to 1.56)}. */
  static String ratio(SpeedUp speedUp) {
    return "%s× (%s to %s)"
        .formatted(
            AmountText.digits(speedUp.ratio()),
            AmountText.digits(speedUp.interval().low()),
            AmountText.digits(speedUp.interval().high()));
  }

  /** The test of a speed-up, such as {@code 10 rounds, p = 0.00195, corrected 0.00586}. */
  static String test(SpeedUp speedUp) {
    return "%s, p = %s, corrected %s"
        .formatted(
            speedUp.rounds() == 0 ? "unpaired" : speedUp.rounds() + " rounds",
            AmountText.digits(speedUp.p()),
            AmountText.digits(speedUp.correctedP()));
  }

  /** An interval, such as {@code 44.1 s to 46.0 s (94 %)}; a dash if there is none. */
  static String interval(Quantity quantity, Optional<Interval> interval) {
    return interval
        .map(
            found ->
                "%s to %s (%s)"
                    .formatted(
                        quantity.text(found.low()), quantity.text(found.high()), found.levelText()))
        .orElse("–");
  }
}
