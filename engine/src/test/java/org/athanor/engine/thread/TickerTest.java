// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TickerTest {
  /** Longer than any wait that the tests expect to end. */
  private static final long LONG_SECONDS = 30;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  // At the begin and at the end of each tick. Plain fields, because a tick must not allocate.
  private long ticks;
  private long allocatedBetween = -1;
  private long allocatedAtEnd;

  private synchronized void measure() {
    if (ticks > 0) {
      allocatedBetween = Math.max(allocatedBetween, allocated() - allocatedAtEnd);
    }
    ticks++;
    notifyAll();
    allocatedAtEnd = allocated();
  }

  private long allocated() {
    return threads.getCurrentThreadAllocatedBytes();
  }

  private synchronized void awaitTicks(long number) throws InterruptedException {
    while (ticks < number) {
      wait();
    }
  }

  @Test
  void allocatesNothingBetweenTicks() throws InterruptedException {
    Ticker ticker = new Ticker(this::measure);
    ticker.begin();
    awaitTicks(3); // The first calls may load classes.
    synchronized (this) {
      allocatedBetween = -1;
    }
    awaitTicks(13);
    ticker.rest();
    synchronized (this) {
      assertThat(allocatedBetween).isZero();
    }
  }

  @Test
  void goesOnAfterARest() throws InterruptedException {
    SynchronousQueue<String> ticks = new SynchronousQueue<>();
    Ticker[] ticker = new Ticker[1];
    ticker[0] =
        new Ticker(
            () -> {
              ticker[0].rest();
              hand(ticks);
            });
    for (int i = 0; i < 3; i++) {
      ticker[0].begin();
      assertThat(ticks.poll(LONG_SECONDS, TimeUnit.SECONDS)).isEqualTo(Ticker.THREAD);
      assertThat(ticks.poll(3 * Ticker.MILLIS, TimeUnit.MILLISECONDS)).isNull();
    }
  }

  private static void hand(SynchronousQueue<String> ticks) {
    try {
      ticks.put(Thread.currentThread().getName());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
