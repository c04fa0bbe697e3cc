// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Decides which of two Workers is given up if one cannot reach the other, although both are
 * connected to the master: the one that at least two, and half, of the others cannot reach; or the
 * one that cannot reach at least two, and half, of the others. If only one complains of one, and
 * does so again, it is the one that complains, unless there are no others. Complaints count for
 * {@value #MEMORY_SECONDS} s. Not thread-safe.
 */
final class UnreachablePeers {
  /** How many Workers may be given up in {@value #SPAN_MINUTES} minutes. */
  static final int MOST = 4;

  static final int SPAN_MINUTES = 15;

  /** A Worker complains each minute. */
  static final int MEMORY_SECONDS = 150;

  private final LongSupplier nanoTime;
  private final Map<Complaint, Long> complaints = new HashMap<>(); // when it was last made
  private final Deque<Long> givenUp = new ArrayDeque<>(); // when

  private record Complaint(int from, int accused) {}

  UnreachablePeers(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * A Worker complains that it cannot reach another one. Returns the Worker that is to be given up;
   * empty if none is yet.
   *
   * @param workers those that are connected
   */
  OptionalInt complains(int from, int accused, Collection<Integer> workers) {
    if (!workers.contains(from) || !workers.contains(accused) || from == accused) {
      return OptionalInt.empty();
    }
    long now = nanoTime.getAsLong();
    complaints.values().removeIf(at -> now - at > TimeUnit.SECONDS.toNanos(MEMORY_SECONDS));
    complaints
        .keySet()
        .removeIf(old -> !workers.contains(old.from()) || !workers.contains(old.accused()));
    boolean isRepeated = complaints.put(new Complaint(from, accused), now) != null;
    int others = workers.size() - 1;
    if (areMany(complaints.keySet().stream().filter(c -> c.accused() == accused).count(), others)) {
      return giveUp(accused, now);
    }
    if (areMany(complaints.keySet().stream().filter(c -> c.from() == from).count(), others)) {
      return giveUp(from, now);
    }
    if (!isRepeated) {
      return OptionalInt.empty();
    }
    return giveUp(others == 1 ? accused : from, now);
  }

  private static boolean areMany(long count, int others) {
    return count >= 2 && 2 * count >= others;
  }

  private OptionalInt giveUp(int worker, long now) {
    complaints.keySet().removeIf(c -> c.from() == worker || c.accused() == worker);
    givenUp.add(now);
    while (now - givenUp.peek() > TimeUnit.MINUTES.toNanos(SPAN_MINUTES)) {
      givenUp.remove();
    }
    return OptionalInt.of(worker);
  }

  /** Returns whether so many Workers were given up that others would not do better. */
  boolean isHopeless() {
    return givenUp.size() >= MOST;
  }
}
