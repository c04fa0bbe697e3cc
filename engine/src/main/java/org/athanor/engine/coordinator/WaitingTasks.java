// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.athanor.engine.coordinator.Locality.Distance;

/** The tasks of one kind that wait for a Worker, in the order in which they began to wait. */
final class WaitingTasks {
  /** A Worker that does not exist. */
  static final int NO_WORKER = -1;

  private final Map<Integer, Waiting> tasks = new LinkedHashMap<>();

  /**
   * A task that waits.
   *
   * @param avoids the Worker on which another attempt of the task runs, or {@link #NO_WORKER}
   * @param since when it began to wait, in milliseconds
   */
  private record Waiting(int avoids, long since) {}

  /** Decides about the tasks that a Worker may run. */
  @FunctionalInterface
  interface Rule {
    /** Returns how far the Worker is from the task's input; null if it may not run the task now. */
    Distance distance(int task, long waitedMillis);
  }

  /** Adds a task; if it waits already, only the Worker that it avoids changes. */
  void add(int task, int avoids, long now) {
    Waiting before = tasks.get(task);
    tasks.put(task, new Waiting(avoids, before == null ? now : before.since));
  }

  boolean isEmpty() {
    return tasks.isEmpty();
  }

  void remove(int task) {
    tasks.remove(task);
  }

  /**
   * Removes and returns the task that a Worker runs next: of those nearest to it, the one that has
   * waited longest. Empty if it may run none.
   */
  OptionalInt poll(int worker, long now, Rule rule) {
    int best = -1;
    Distance nearest = null;
    for (Map.Entry<Integer, Waiting> entry : tasks.entrySet()) {
      int task = entry.getKey();
      Waiting waiting = entry.getValue();
      Distance distance =
          waiting.avoids == worker ? null : rule.distance(task, now - waiting.since);
      if (distance != null && (nearest == null || distance.compareTo(nearest) < 0)) {
        best = task;
        nearest = distance;
        if (distance == Distance.HOST) {
          break;
        }
      }
    }
    if (nearest == null) {
      return OptionalInt.empty();
    }
    tasks.remove(best);
    return OptionalInt.of(best);
  }
}
