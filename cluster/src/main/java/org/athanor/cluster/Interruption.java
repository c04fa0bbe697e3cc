// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a thread when the JVM is told to end (Ctrl-C, SIGTERM), and delays the end of the JVM
 * until that thread has closed this object, so that it can end what it has started.
 */
public final class Interruption implements AutoCloseable {
  private final Thread owner = Thread.currentThread();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Duration timeout;
  private final Runnable onInterrupt;
  private final Runnable onTimeout;
  private final Thread hook = new Thread(this::interrupt, "athanor-interruption");
  private volatile boolean requested;

  private Interruption(Duration timeout, Runnable onInterrupt, Runnable onTimeout) {
    this.timeout = timeout;
    this.onInterrupt = onInterrupt;
    this.onTimeout = onTimeout;
  }

  /**
   * Registers this thread, which must close the result when there is nothing to clean up any more.
   *
   * @param timeout for how long the end of the JVM is delayed at most
   * @param onInterrupt runs on another thread, as soon as the JVM is told to end
   * @param onTimeout runs on that other thread, if this thread did not close the result in time
   */
  public static Interruption ofThisThread(
      Duration timeout, Runnable onInterrupt, Runnable onTimeout) {
    Interruption interruption = new Interruption(timeout, onInterrupt, onTimeout);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void interrupt() {
    requested = true;
    owner.interrupt();
    onInterrupt.run();
    try {
      if (!closed.await(timeout.toSeconds(), TimeUnit.SECONDS)) {
        onTimeout.run();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the JVM was told to end. Only for the registered thread. */
  public boolean requested() {
    return requested || Thread.currentThread().isInterrupted();
  }

  @Override
  public void close() {
    closed.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException ending) {
        // The JVM has onInterrupt to end: the hook runs, and finds that this is closed.
        requested = true;
      }
    }
  }
}
