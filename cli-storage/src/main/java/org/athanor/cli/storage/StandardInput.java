// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the end of standard input, which is a pipe from another process: it comes when that
 * ends. A signal to both, as that of Ctrl-C, ends this JVM only after the other process, which may
 * need what this one holds until its jobs have ended.
 */
final class StandardInput implements Closeable {
  private static final int LONGEST_SECONDS = 120;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Begins to read; what is read is thrown away. */
  StandardInput() {
    Thread reader = new Thread(this::read, "athanor-storage-input");
    reader.setDaemon(true);
    reader.start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "athanor-storage-stop"));
  }

  private void read() {
    try {
      byte[] buffer = new byte[256];
      while (System.in.read(buffer) >= 0) {
        // Nothing is said.
      }
    } catch (IOException e) {
      // A pipe that is broken has ended.
    }
    ended.countDown();
  }

  private void stop() {
    try {
      if (!closed.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        ended.countDown();
      }
    } catch (InterruptedException e) {
      // The JVM ends without waiting.
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end, or a time; returns whether it has come. */
  boolean awaitEnd(Duration most) throws InterruptedException {
    return ended.await(most.toMillis(), TimeUnit.MILLISECONDS);
  }

  void awaitEnd() throws InterruptedException {
    ended.await();
  }

  /** All that was held is free. */
  @Override
  public void close() {
    closed.countDown();
  }
}
