// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.athanor.engine.site.JobOnWorker;
import org.athanor.engine.site.WorkerJob;

/**
 * The Workers that run a job's attempts: either the one of this process, or any number in others.
 * What the deciding side must look after itself is that of its own process: merges, and code that
 * does not stop. Guarded by the job's lock.
 */
final class JobWorkers {
  private final Map<Integer, JobOnWorker> joined = new LinkedHashMap<>();
  private final Set<Integer> closing = new HashSet<>(); // were told to close the job
  private final Set<Integer> gone = new HashSet<>(); // have ended
  private final Object lock;
  private WorkerJob own; // null if all Workers are in other processes
  private int open; // of those that were told to close

  /**
   * @param lock the job's
   */
  JobWorkers(Object lock) {
    this.lock = lock;
  }

  /** Adds the Worker of this process. */
  void joinOwn(int worker, WorkerJob job) {
    own = job;
    joined.put(worker, job);
  }

  /** Adds a Worker of another process. */
  void join(int worker, JobOnWorker job) {
    joined.put(worker, job);
  }

  /** A Worker has ended; returns false if it has not joined, and then it must not any more. */
  boolean lose(int worker) {
    gone.add(worker);
    return joined.remove(worker) != null;
  }

  /** Returns whether a Worker has ended. */
  boolean isGone(int worker) {
    return gone.contains(worker);
  }

  JobOnWorker get(int worker) {
    return joined.get(worker);
  }

  Collection<JobOnWorker> all() {
    return joined.values();
  }

  /** See {@link WorkerJob#tick}. */
  void tick(long now) {
    if (own != null) {
      own.tick(now);
    }
  }

  void beginNoMerges() {
    if (own != null) {
      own.beginNoMerges();
    }
  }

  void stopMerges() {
    if (own != null) {
      own.stopMerges();
    }
  }

  void abandonMerges() {
    if (own != null) {
      own.abandonMerges();
    }
  }

  boolean mergesNothing() {
    return own == null || own.mergesNothing();
  }

  /** Stops all attempts of a job that has broken down; may be repeated. */
  void stopAll() {
    if (own != null) {
      own.stopAll();
    } else {
      close();
    }
  }

  /** Cuts the output of attempts off that do not stop. */
  void cutOffAll() {
    if (own != null) {
      own.cutOffAll();
    }
  }

  /**
   * Ends the job on all Workers. No attempt may run on that of this process. May be repeated, also
   * if it has thrown.
   */
  void close() {
    if (own != null) {
      own.close(() -> {});
      return;
    }
    for (Map.Entry<Integer, JobOnWorker> worker : joined.entrySet()) {
      if (closing.add(worker.getKey())) {
        boolean told = false;
        open++;
        try {
          worker.getValue().close(this::closed);
          told = true;
        } finally {
          if (!told) {
            open--;
            closing.remove(worker.getKey());
          }
        }
      }
    }
  }

  private void closed() {
    synchronized (lock) {
      open--;
    }
  }

  /** Returns whether no Worker of another process runs anything of the job after {@link #close}. */
  boolean areClosed() {
    return own != null || (open == 0 && closing.containsAll(joined.keySet()));
  }
}
