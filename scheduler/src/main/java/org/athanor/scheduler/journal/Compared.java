// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.util.Optional;

/**
 * A measured duration, and what was predicted when the attempt was decided about.
 *
 * @param seconds measured, above 0
 * @param predicted empty if nothing was known
 */
public record Compared(String cluster, double seconds, Optional<CandidateLine.Seconds> predicted) {

  /** The distance of the prediction from the measured duration, divided by that. */
  public Optional<Double> error() {
    return predicted.map(it -> Math.abs(it.middle() - seconds) / seconds);
  }
}
