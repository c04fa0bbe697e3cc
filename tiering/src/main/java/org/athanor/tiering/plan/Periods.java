// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Periods that follow each other, from the first time that is reached. Time that goes back belongs
 * to the period that was reached. After a gap of more than {@value #MOST_EMPTY} periods the next
 * one begins with the time after it.
 */
public final class Periods {
  private static final int MOST_EMPTY = 1000;

  private final long lengthMillis;
  private final LongConsumer ended;
  private long end;
  private long latest;

  /**
   * Has not begun.
   *
   * @param ended told the end of each period, in milliseconds since 1970, before the next begins
   */
  public Periods(Duration length, LongConsumer ended) {
    this.lengthMillis = length.toMillis();
    this.ended = ended;
  }

  /** Goes on in a period that has been begun, as after a restart. */
  public void resume(long endMillis, long latestMillis) {
    end = endMillis;
    latest = latestMillis;
  }

  /** Ends the periods that are over at a time, in milliseconds since 1970. */
  public void reach(long millis) {
    if (end == 0) {
      end = millis + lengthMillis;
    }
    latest = Math.max(latest, millis);
    for (int i = 0; millis >= end && i < MOST_EMPTY; i++) {
      ended.accept(end);
      end += lengthMillis;
    }
    if (millis >= end) {
      end = millis + lengthMillis;
    }
  }

  /** Whether a time was reached. */
  public boolean haveBegun() {
    return end != 0;
  }

  /** The end of the current period, in milliseconds since 1970; 0 before the first. */
  public long end() {
    return end;
  }

  /** The latest time that was reached, in milliseconds since 1970; 0 if none was. */
  public long latest() {
    return latest;
  }

  /** The share of the current period that has passed, from 0 to 1. */
  double passed() {
    return Math.max(0, 1 - (double) (end - latest) / lengthMillis);
  }
}
