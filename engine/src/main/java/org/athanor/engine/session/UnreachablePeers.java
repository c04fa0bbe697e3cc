// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Decides which of two Workers is given up if one cannot reach the other, although both are
 * connected to the master: the one that half of the others cannot reach, or else the one that
 * complains for the second time. Not thread-safe.
 */
final class UnreachablePeers {
  /** How many Workers may be given up in {@value #SPAN_MINUTES} minutes. */
  static final int MOST = 4;

  static final int SPAN_MINUTES = 15;

  private final LongSupplier nanoTime;
  private final Map<Integer, Set<Integer>> complaints = new HashMap<>(); // by accused Worker
  private final Deque<Long> givenUp = new ArrayDeque<>(); // when

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
    Set<Integer> by = complaints.computeIfAbsent(accused, unused -> new HashSet<>());
    boolean isRepeated = !by.add(from);
    by.retainAll(workers);
    if (2 * by.size() >= workers.size() - 1) {
      return giveUp(accused);
    }
    return isRepeated ? giveUp(from) : OptionalInt.empty();
  }

  private OptionalInt giveUp(int worker) {
    complaints.remove(worker);
    complaints.values().forEach(by -> by.remove(worker));
    long now = nanoTime.getAsLong();
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
