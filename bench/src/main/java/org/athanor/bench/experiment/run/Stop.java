// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets the thread that runs an experiment end it in order when the JVM is told to stop (Ctrl-C,
 * SIGTERM): interrupts it, and holds the JVM until it has closed this, for two minutes at most.
 */
final class Stop implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Thread runner = Thread.currentThread();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Runnable late;
  private final Thread hook = new Thread(this::stop, "athanor-stop");
  private volatile boolean requested;

  /**
   * @param late told when the run did not end in time; what it leaves, the next run ends
   */
  Stop(Runnable late) {
    this.late = late;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void stop() {
    requested = true;
    runner.interrupt();
    try {
      if (!ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        late.run();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the run is to end; to be asked by the thread that runs it. */
  boolean requested() {
    return requested || Thread.currentThread().isInterrupted();
  }

  @Override
  public void close() {
    ended.countDown();
    if (!requested) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException stopping) {
        requested = true;
      }
    }
  }
}
