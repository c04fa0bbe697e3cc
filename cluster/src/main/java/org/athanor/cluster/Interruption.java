// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a thread when the JVM is told to end (Ctrl-C, SIGTERM), and holds the JVM until that
 * thread has closed this, so that it can end in order what it has started.
 */
public final class Interruption implements AutoCloseable {
  private final Thread owner = Thread.currentThread();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Duration patience;
  private final Runnable begun;
  private final Runnable late;
  private final Thread hook = new Thread(this::interrupt, "athanor-interruption");
  private volatile boolean requested;

  private Interruption(Duration patience, Runnable begun, Runnable late) {
    this.patience = patience;
    this.begun = begun;
    this.late = late;
  }

  /**
   * To be closed by the same thread when there is nothing to clean up any more.
   *
   * @param patience how long the JVM is held at most
   * @param begun runs at once when the JVM is told to end, on another thread
   * @param late runs when the thread did not close this in time, on that other thread
   */
  public static Interruption ofThisThread(Duration patience, Runnable begun, Runnable late) {
    Interruption interruption = new Interruption(patience, begun, late);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void interrupt() {
    requested = true;
    owner.interrupt();
    begun.run();
    try {
      if (!closed.await(patience.toSeconds(), TimeUnit.SECONDS)) {
        late.run();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the thread is to end what it does; to be asked by that thread. */
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
        // The JVM has begun to end: the hook runs, or will, and finds this closed.
        requested = true;
      }
    }
  }
}
