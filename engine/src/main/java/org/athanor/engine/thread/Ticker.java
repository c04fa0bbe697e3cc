// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.thread;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;

/**
 * Calls something {@value #MILLIS} ms after the call before, on a daemon thread, while there is
 * something to look after. The thread allocates nothing between two calls, unlike the threads of
 * Java's executors, so a full heap does not end it. Thread-safe.
 */
public final class Ticker {
  public static final String THREAD = "athanor-ticker";

  public static final long MILLIS = 100;

  private final Runnable tick;

  @GuardedBy("this")
  private boolean started; // the thread

  @GuardedBy("this")
  private boolean ticking;

  /**
   * @param tick must not throw
   */
  public Ticker(Runnable tick) {
    this.tick = tick;
  }

  /** Begins to tick, or goes on. */
  public synchronized void begin() {
    if (!started) {
      new DaemonThread(this::run, THREAD).start();
      started = true;
    }
    ticking = true;
    notifyAll();
  }

  /** Makes no more calls until {@link #begin}; one may be under way. */
  public synchronized void rest() {
    ticking = false;
  }

  private void run() {
    while (true) {
      awaitNext();
      tick.run();
    }
  }

  private synchronized void awaitNext() {
    long next = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    for (long left = 1; left > 0 || !ticking; left = next - System.nanoTime()) {
      try {
        if (ticking) {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } else {
          wait();
        }
      } catch (InterruptedException e) {
        // No code of the engine interrupts this thread; it goes on waiting.
      }
    }
  }
}
