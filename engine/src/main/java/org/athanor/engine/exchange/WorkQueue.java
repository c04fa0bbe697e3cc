// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.thread.Clock;

/**
 * Work for one thread, in order. Others can also wake the thread, which needs no memory: it then
 * looks itself for what has changed. Thread-safe.
 */
final class WorkQueue {
  private final Clock clock;
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final ArrayDeque<Runnable> works = new ArrayDeque<>();

  @GuardedBy("lock")
  private boolean awake;

  @GuardedBy("lock")
  private boolean ended;

  WorkQueue(Clock clock) {
    this.clock = clock;
  }

  /** Adds work; after the end, nothing. */
  void add(Runnable work) {
    synchronized (lock) {
      if (!ended) {
        works.add(work);
        lock.notifyAll();
      }
    }
  }

  void wake() {
    synchronized (lock) {
      awake = true;
      lock.notifyAll();
    }
  }

  /** Drops all work. */
  void end() {
    synchronized (lock) {
      ended = true;
      works.clear();
      lock.notifyAll();
    }
  }

  boolean hasEnded() {
    synchronized (lock) {
      return ended;
    }
  }

  /** Returns whether {@link #take} would return at once. */
  boolean isReady(long untilNanos) {
    synchronized (lock) {
      return awake || ended || !works.isEmpty() || untilNanos - clock.nanoTime() <= 0;
    }
  }

  /**
   * Waits for work.
   *
   * @param untilNanos at most until the clock shows that
   * @return null if that time has come, the thread was woken, or the queue has ended
   */
  Runnable take(long untilNanos) {
    synchronized (lock) {
      long left = untilNanos - clock.nanoTime();
      while (!awake && !ended && works.isEmpty() && left > 0) {
        try {
          lock.wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        } catch (InterruptedException e) {
          continue; // Nobody ends the thread in this way.
        }
        left = untilNanos - clock.nanoTime();
      }
      if (awake || left <= 0) {
        awake = false;
        return null;
      }
      return works.poll();
    }
  }
}
