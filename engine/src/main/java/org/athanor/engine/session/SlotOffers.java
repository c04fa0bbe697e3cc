// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.athanor.engine.execution.JobExecution;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.thread.DaemonThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers the free slots of a session's Workers to its jobs: one for each thread that runs no
 * attempt. The job with the highest priority comes first; among equal priorities, the one with the
 * fewest attempts; among those, the oldest. Slots are offered one by one, the least busy Worker
 * first, so a slow Worker, whose slots become free later, gets fewer attempts.
 *
 * <p>Thread-safe. The daemon thread {@code athanor-slots} makes the offers.
 */
final class SlotOffers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SlotOffers.class);

  private final Supplier<? extends Collection<Slots>> workers;
  private final Supplier<List<JobExecution>> jobs;

  @GuardedBy("this")
  private boolean wanted;

  @GuardedBy("this")
  private boolean closed;

  /** The slots of one Worker. */
  record Slots(int worker, int threads) {}

  /** What decides which job comes first, as it was when the jobs were compared. */
  private record Claim(JobExecution job, int priority, int attempts) {}

  /**
   * @param workers those that take attempts now
   * @param jobs those that run, oldest first
   */
  SlotOffers(Supplier<? extends Collection<Slots>> workers, Supplier<List<JobExecution>> jobs) {
    this.workers = workers;
    this.jobs = jobs;
  }

  /** Begins to make offers. */
  void start() {
    new DaemonThread(this::run, "athanor-slots").start();
  }

  /** Has the slots offered soon, because a job may want one, or one may have become free. */
  synchronized void want() {
    wanted = true;
    notifyAll();
  }

  /** Makes no more offers; one may be under way. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  private void run() {
    while (awaitWanted()) {
      try {
        offerAll();
      } catch (RuntimeException | Error e) {
        logFailure(e);
      }
    }
  }

  private static void logFailure(Throwable thrown) {
    try {
      LOG.error("slots could not be offered: {}", Failure.of(thrown).trace());
    } catch (RuntimeException | Error e) {
      // The heap is too full even to log it. The next event of a job leads to new offers.
      return;
    }
  }

  private synchronized boolean awaitWanted() {
    while (!wanted && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        // No code of the engine interrupts this thread; it goes on waiting.
      }
    }
    wanted = false;
    return !closed;
  }

  /** Offers slots until no job takes any. */
  void offerAll() {
    boolean taken = true;
    while (taken) {
      taken = false;
      List<JobExecution> running = jobs.get();
      for (Slots slots : byLoad(running)) {
        taken |= offer(slots, running);
      }
    }
  }

  private List<Slots> byLoad(List<JobExecution> running) {
    return workers.get().stream()
        .sorted(
            Comparator.comparingDouble(slots -> (double) load(slots, running) / slots.threads()))
        .toList();
  }

  private static int load(Slots slots, List<JobExecution> running) {
    return running.stream().mapToInt(job -> job.attemptsOn(slots.worker())).sum();
  }

  /** Offers one slot of a Worker; returns whether a job took it. */
  private static boolean offer(Slots slots, List<JobExecution> running) {
    int load = load(slots, running);
    if (load >= slots.threads()
        || running.stream().anyMatch(job -> job.needsAlone(slots.worker()))) {
      return false;
    }
    return running.stream()
        .map(job -> new Claim(job, job.priority(), job.attempts()))
        .sorted(
            Comparator.comparingInt(Claim::priority).reversed().thenComparingInt(Claim::attempts))
        .anyMatch(claim -> claim.job().launchOn(slots.worker(), load == 0));
  }
}
