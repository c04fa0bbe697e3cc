// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a thread when the JVM is told to end (Ctrl-C, SIGTERM), and delays the end of the JVM
 * until that thread has cleaned up and closed this object.
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
   * Registers the calling thread. It must close the result when there is nothing to clean up any
   * more.
   *
   * @param timeout how long the end of the JVM is delayed at most
   * @param onInterrupt runs on another thread when the JVM is told to end
   * @param onTimeout runs on that other thread if the result is not closed in time
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

  /** Whether the thread has been told to stop. Only for that thread. */
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
        // The JVM is ending: the hook runs, or will run, and does not wait.
        requested = true;
      }
    }
  }
}
