// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.report;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Repeats a step on a daemon thread of its own, after a pause of {@value #PAUSE_MILLIS} ms. If the
 * step takes long, so does the pause: jobs on a cluster are asked by calls, the more the more tasks
 * they have. Thread-safe.
 */
final class PacedThread {
  private static final long PAUSE_MILLIS = 200;

  /** The pause is at least so many times as long as the step before. */
  private static final int PAUSE_FACTOR = 20;

  private final String name;
  private final long longestMillis;
  private final BooleanSupplier step;
  private final Object lock = new Object();
  private boolean stopped; // guarded by lock

  /**
   * @param longestMillis the longest pause
   * @param step returns whether it is to be repeated
   */
  PacedThread(String name, long longestMillis, BooleanSupplier step) {
    this.name = name;
    this.longestMillis = longestMillis;
    this.step = step;
  }

  /** Begins with a pause; called once. */
  void start() {
    Thread thread = new Thread(this::repeat, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Begins no further step; one that has begun goes on. */
  void stop() {
    synchronized (lock) {
      stopped = true;
      lock.notifyAll();
    }
  }

  private void repeat() {
    try {
      long pause = PAUSE_MILLIS;
      while (pause(pause)) {
        long begin = System.nanoTime();
        if (!step.getAsBoolean()) {
          return;
        }
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        pause = Math.max(PAUSE_MILLIS, Math.min(PAUSE_FACTOR * took, longestMillis));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits; returns false if the thread was stopped. */
  private boolean pause(long millis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    synchronized (lock) {
      for (long left = end - System.nanoTime();
          !stopped && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
      return !stopped;
    }
  }
}
