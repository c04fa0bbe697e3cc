// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.athanor.engine.coordinator.AttemptRef.Kind;

/**
 * Where attempts have failed. A node with a full disk, or without a library, fails attempts fast,
 * so it would always be the first to have a free slot, and the same task would fail there again and
 * again.
 *
 * <p>A task waits up to {@value #PATIENCE_MILLIS} ms for a Worker on which it has not failed, if
 * there is one. A Worker on which many attempts have failed gets no maps, unless that is so of a
 * third of all Workers: then the job is at fault. It may run reduces, whose input is there.
 */
final class FailingWorkers {
  /** How long a task waits for another Worker. */
  static final long PATIENCE_MILLIS = 30_000;

  /** The share of Workers with many failures from which on they run maps all the same. */
  private static final int MOST_PERCENT = 33;

  private final int mostFailures; // 0 if there is no limit
  private final Map<Task, Failures> tasks = new HashMap<>();
  private final Map<Integer, Integer> failures = new HashMap<>(); // by Worker

  private record Task(Kind kind, int number) {}

  /** The failures of a task. */
  private static final class Failures {
    private final Set<Integer> workers = new HashSet<>();
    private long last; // milliseconds
  }

  /**
   * @param mostFailures how many failures a Worker may have; 0 if as many as like
   */
  FailingWorkers(int mostFailures) {
    this.mostFailures = mostFailures;
  }

  void failed(AttemptRef attempt, int worker, long now) {
    Failures ofTask =
        tasks.computeIfAbsent(new Task(attempt.kind(), attempt.task()), unused -> new Failures());
    ofTask.workers.add(worker);
    ofTask.last = now;
    failures.merge(worker, 1, Integer::sum);
  }

  /** A Worker has ended; its number is never used again. */
  void workerLost(int worker) {
    failures.remove(worker);
  }

  /**
   * Returns whether a task must not run on a Worker now, because it has failed there.
   *
   * @param workers all on which it can run
   */
  boolean isAvoided(Kind kind, int task, int worker, Collection<Integer> workers, long now) {
    if (failures.isEmpty()) {
      return false; // the usual case, for each task that waits and each free slot
    }
    Failures ofTask = tasks.get(new Task(kind, task));
    return ofTask != null
        && ofTask.workers.contains(worker)
        && now - ofTask.last < PATIENCE_MILLIS
        && workers.stream().anyMatch(other -> !ofTask.workers.contains(other));
  }

  /**
   * Returns whether a Worker gets no maps.
   *
   * @param workers how many there are
   */
  boolean getsNoMaps(int worker, int workers) {
    if (!hasManyFailures(failures.getOrDefault(worker, 0))) {
      return false;
    }
    long many = failures.values().stream().filter(this::hasManyFailures).count();
    return many * 100 < (long) MOST_PERCENT * workers;
  }

  private boolean hasManyFailures(int count) {
    return mostFailures > 0 && count >= mostFailures;
  }
}
