// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.util.concurrent.TimeUnit;

/** Times as people read them. */
final class Durations {
  private Durations() {}

  /** Returns a time in its two largest units. */
  static String text(long nanoseconds) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(nanoseconds);
    if (seconds < 60) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    return minutes < 60
        ? minutes + " min " + seconds % 60 + " s"
        : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
