// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Times at which a job could start. */
final class Starts {
  /** No job waits longer for less carbon: days are alike. */
  static final Duration LONGEST = Duration.ofHours(24);

  /** Of the times that are looked at; where there are more steps, not all are. */
  private static final int MOST = 48;

  private Starts() {}

  /**
   * The times at which starts cost least or are soonest: the first one, changes of the intensity,
   * and the last one.
   *
   * @param last not before {@code first}
   */
  static List<Instant> of(Electricity electricity, String cluster, Instant first, Instant last) {
    List<Instant> times = new ArrayList<>();
    times.add(first);
    Duration stride = Duration.between(first, last).dividedBy(MOST);
    Optional<Instant> next = electricity.changeAfter(cluster, first);
    while (next.isPresent() && next.get().isBefore(last)) {
      times.add(next.get());
      next = electricity.changeAfter(cluster, next.get().plus(stride));
    }
    if (last.isAfter(first)) {
      times.add(last);
    }
    return times;
  }

  /** Time between two moments in seconds. */
  static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e9;
  }

  /** A moment some seconds after another one, rounded down to milliseconds. */
  static Instant plus(Instant time, double seconds) {
    return time.plus(Duration.ofMillis((long) Math.floor(seconds * 1e3)));
  }
}
