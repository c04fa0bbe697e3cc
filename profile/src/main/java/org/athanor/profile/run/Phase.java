// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

/**
 * A phase of a run, such as {@code map}. Phases may overlap.
 *
 * @param startSeconds since the run's start
 * @param endSeconds since the run's start, not before the phase's start
 */
public record Phase(String name, double startSeconds, double endSeconds) {

  public Phase {
    Checks.text("phase", name);
    startSeconds = Checks.amount("startSeconds", startSeconds);
    endSeconds = Checks.amount("endSeconds", endSeconds);
    if (endSeconds < startSeconds) {
      throw new IllegalArgumentException(
          "phase %s: endSeconds=%s: must not be before startSeconds=%s"
              .formatted(name, endSeconds, startSeconds));
    }
  }
}
