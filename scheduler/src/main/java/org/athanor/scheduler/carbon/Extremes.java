// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Duration;
import java.time.Instant;

/**
 * The largest value of named things that were seen in the last day or two, without one of them.
 * Only the two largest of each day are kept. One thread.
 */
final class Extremes {
  private static final Duration DAY = Duration.ofDays(1);

  private Top today = new Top();
  private Top yesterday = new Top();
  private Instant until = Instant.MIN;

  /** The two largest, of different names. */
  private static final class Top {
    private String first = "";
    private double largest = Double.NEGATIVE_INFINITY;
    private double next = Double.NEGATIVE_INFINITY;

    void add(String name, double value) {
      if (name.equals(first)) {
        largest = Math.max(largest, value);
      } else if (value > largest) {
        next = largest;
        largest = value;
        first = name;
      } else {
        next = Math.max(next, value);
      }
    }

    double without(String name) {
      return name.equals(first) ? next : largest;
    }
  }

  /** Something is seen. Moments never go back. */
  void add(String name, double value, Instant now) {
    if (!now.isBefore(until)) {
      yesterday = now.isBefore(plusDay(until)) ? today : new Top();
      today = new Top();
      until = now.plus(DAY);
    }
    today.add(name, value);
  }

  private static Instant plusDay(Instant time) {
    return time.equals(Instant.MIN) ? time : time.plus(DAY);
  }

  /** The largest value, but for one name; minus infinity if there is none. */
  double largestWithout(String name) {
    return Math.max(today.without(name), yesterday.without(name));
  }
}
