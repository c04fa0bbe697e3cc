// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts a thread when the JVM is told to end, such as by Ctrl-C, and lets it clean up before
 * the JVM does so.
 */
final class Interruption implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  private Interruption(Thread thread, Runnable told) {
    hook =
        new Thread(
            () -> {
              thread.interrupt();
              told.run();
              awaitDone();
            },
            "athanor-interruption");
  }

  /**
   * To be closed by the same thread when there is nothing to clean up any more.
   *
   * @param told runs at once when the JVM is told to end, on another thread
   */
  static Interruption ofThisThread(Runnable told) {
    Interruption interruption = new Interruption(Thread.currentThread(), told);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void awaitDone() {
    try {
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("athanor: cleaning up takes too long; the next start will do it");
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
      // The JVM is ending: the hook runs and has just been told.
    }
  }
}
