// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * How many large jobs started within a time, at the worst of the last day or two. Sizes are parts
 * of a cluster, rounded up to tenths, and times are rounded up to powers of two. One thread.
 */
final class Arrivals {
  private static final int SIZES = 10;

  /** Times of up to 2^17 s, more than a day. */
  private static final int TIMES = 18;

  private static final int MOST = 1000;
  private static final double ROUNDING = 1e-6;
  private static final Duration DAY = Duration.ofDays(1);

  private final Deque<Arrival> last = new ArrayDeque<>();
  private int[][] today = new int[TIMES][SIZES + 1];
  private int[][] yesterday = new int[TIMES][SIZES + 1];
  private Instant until = Instant.MIN;

  private record Arrival(Instant time, int size) {}

  /**
   * A job started. Moments never go back.
   *
   * @param part of a cluster that it needs, from 0 to 1
   */
  void add(Instant time, double part) {
    if (!time.isBefore(until)) {
      yesterday = today;
      today = new int[TIMES][SIZES + 1];
      until = time.plus(DAY);
    }
    int size = (int) Math.min(SIZES, Math.ceil(part * SIZES - ROUNDING));
    last.addLast(new Arrival(time, Math.max(0, size)));
    if (last.size() > MOST) {
      last.removeFirst();
    }
    int[] counts = new int[SIZES + 1]; // of at least this size
    int index = 0;
    Iterator<Arrival> back = last.descendingIterator();
    while (back.hasNext()) {
      Arrival each = back.next();
      int needed = index(Starts.seconds(each.time(), time));
      while (index < needed) {
        keep(index++, counts);
      }
      for (int i = 0; i <= each.size(); i++) {
        counts[i]++;
      }
    }
    while (index < TIMES) {
      keep(index++, counts);
    }
  }

  private void keep(int index, int[] counts) {
    for (int i = 0; i <= SIZES; i++) {
      today[index][i] = Math.max(today[index][i], counts[i]);
    }
  }

  private static int index(double seconds) {
    int index = 0;
    while (index < TIMES - 1 && Math.scalb(1.0, index) < seconds) {
      index++;
    }
    return index;
  }

  /** The most jobs that started within so many seconds and need more than a part of a cluster. */
  int most(double seconds, double part) {
    int size = (int) Math.floor(part * SIZES + ROUNDING) + 1;
    if (size > SIZES) {
      return 0;
    }
    int index = index(seconds);
    return Math.max(today[index][size], yesterday[index][size]);
  }
}
