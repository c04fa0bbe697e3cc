// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.athanor.scheduler.journal.CandidateLine;

/**
 * An attempt that was started.
 *
 * @param ended empty if it has not
 * @param predicted when it was decided about
 */
record AttemptView(
    int number,
    String cluster,
    Instant began,
    Optional<Instant> ended,
    Outcome outcome,
    OptionalInt exitCode,
    List<String> applications,
    Optional<CandidateLine.Seconds> predicted) {

  /** How an attempt is, or how it ended. */
  enum Outcome {
    RUNNING,
    SUCCEEDED,
    FAILED,
    KILLED
  }

  /** How long it took, or has taken until now. */
  Duration took(Instant now) {
    Duration time = Duration.between(began, ended.orElse(now));
    return time.isNegative() ? Duration.ZERO : time;
  }
}
