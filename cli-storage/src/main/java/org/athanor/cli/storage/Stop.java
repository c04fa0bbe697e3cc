// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.Closeable;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a daemon when the JVM is asked to end: interrupts its work, and holds the JVM until the
 * daemon has closed what it has open. Replicas that are being moved stay where they are; the next
 * start finds them.
 */
final class Stop implements Closeable {
  private static final int END_SECONDS = 20;

  private final int endSeconds;
  private final Thread worker = Thread.currentThread();
  private final CountDownLatch wanted = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean isWorking;

  /** Begins to listen; the caller's thread is the one that works. */
  Stop() {
    this(END_SECONDS);
  }

  /**
   * Begins to listen.
   *
   * @param endSeconds how long the JVM waits for the worker when it shall end
   */
  Stop(int endSeconds) {
    this.endSeconds = endSeconds;
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "athanor-storage-stop"));
  }

  /** From now on the thread may be interrupted. */
  synchronized void begin() {
    isWorking = wanted.getCount() > 0;
  }

  /** From now on the thread is not interrupted any more. */
  synchronized void end() {
    isWorking = false;
    Thread.interrupted();
  }

  boolean isWanted() {
    return wanted.getCount() == 0;
  }

  /** Waits, or less if the daemon shall stop. */
  void await(Duration most) throws InterruptedException {
    wanted.await(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void stop() {
    wanted.countDown();
    synchronized (this) {
      if (isWorking) {
        worker.interrupt();
      }
    }
    try {
      closed.await(endSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      // The JVM ends without waiting.
      Thread.currentThread().interrupt();
    }
  }

  /** The daemon has closed all. */
  @Override
  public void close() {
    closed.countDown();
  }
}
