// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.time.Duration;

/** Durations as the model has them. */
final class Seconds {
  private Seconds() {}

  static double of(Duration duration) {
    return duration.toMillis() / 1e3;
  }
}
