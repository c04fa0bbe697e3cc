// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * When a workflow is run by itself.
 *
 * @param cron its nominal times
 * @param from no nominal time is before
 * @param until each nominal time is before
 * @param data paths that must exist before a run starts
 * @param dataLimit how long they are waited for
 */
public record Schedule(
    Cron cron,
    CatchUp catchUp,
    Overlap overlap,
    Optional<Instant> from,
    Optional<Instant> until,
    List<String> data,
    Duration dataLimit) {

  /** What becomes of nominal times that passed while nobody was there to start a run. */
  public enum CatchUp {
    /** They are left out. */
    NONE,
    /** The last one has a run. */
    LATEST,
    /** Each has a run. */
    ALL
  }

  /** What becomes of a nominal time while another run of the workflow has not ended. */
  public enum Overlap {
    /** Its run starts at once. */
    ALLOW,
    /** Its run starts when the other one has ended. */
    WAIT,
    /** It has no run. */
    SKIP
  }

  /** The first nominal time after a moment; empty if there is none. */
  public Optional<Instant> next(Instant after) {
    return cron.next(start(after)).filter(this::isBeforeEnd);
  }

  /** The last nominal time after a moment and up to another one; empty if there is none. */
  public Optional<Instant> last(Instant after, Instant upTo) {
    Instant end = until.map(time -> time.minusNanos(1)).filter(upTo::isAfter).orElse(upTo);
    return cron.last(start(after), end);
  }

  private Instant start(Instant after) {
    return from.map(time -> time.minusNanos(1)).filter(after::isBefore).orElse(after);
  }

  private boolean isBeforeEnd(Instant time) {
    return until.isEmpty() || time.isBefore(until.get());
  }
}
