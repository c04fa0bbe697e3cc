// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a run took place, and how long it took.
 *
 * @param started truncated to milliseconds; years 0 to 9999
 * @param wallSeconds from the run's start to its end, more than 0
 * @param disturbance why the times are not reliable, if something else used the nodes
 * @param phases in the order in which they are shown
 * @param intermediateBytes bytes between maps and reduces, after combiners and compression, of all
 *     jobs of the run, 0 or more; empty if they are not known
 */
public record Execution(
    Instant started,
    double wallSeconds,
    Optional<String> disturbance,
    List<Phase> phases,
    OptionalLong intermediateBytes) {
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  public Execution {
    started = started.truncatedTo(ChronoUnit.MILLIS);
    if (started.isBefore(FIRST) || !started.isBefore(END)) {
      throw new IllegalArgumentException("started=" + started + ": must be in years 0 to 9999");
    }
    if (Checks.amount("wallSeconds", wallSeconds) == 0) {
      throw new IllegalArgumentException("wallSeconds=0: must be more than 0");
    }
    Checks.text("disturbance", disturbance);
    phases = List.copyOf(phases);
    intermediateBytes.ifPresent(bytes -> Checks.atLeast(0, "intermediateBytes", bytes));
  }
}
