// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a thread when the JVM is told to end, for example by Ctrl-C, and delays the end of the
 * JVM until the thread has cleaned up.
 */
final class Interruption implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  private Interruption(Thread thread, Runnable onInterrupt) {
    hook =
        new Thread(
            () -> {
              thread.interrupt();
              onInterrupt.run();
              awaitDone();
            },
            "athanor-interruption");
  }

  /**
   * Registers this thread. It must close the result when there is nothing to clean up any more.
   *
   * @param onInterrupt runs on another thread, when the JVM is told to end
   */
  static Interruption ofThisThread(Runnable onInterrupt) {
    Interruption interruption = new Interruption(Thread.currentThread(), onInterrupt);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void awaitDone() {
    try {
      if (!done.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("athanor: clean-up takes too long; the next start will complete it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending: the hook runs, and done has just been counted down.
    }
  }
}
