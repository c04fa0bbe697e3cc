// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a run in an orderly way when the JVM is told to stop (Ctrl-C, SIGTERM): a shutdown hook
 * interrupts the thread that runs the experiment, and waits until that thread has closed this
 * object, for two minutes at most.
 */
final class GracefulStop implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final Thread runner = Thread.currentThread();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Runnable late;
  private final Thread hook = new Thread(this::stop, "athanor-stop");
  private volatile boolean requested;

  /**
   * @param late called if the run does not end in time; the next run ends what it leaves
   */
  GracefulStop(Runnable late) {
    this.late = late;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void stop() {
    requested = true;
    runner.interrupt();
    try {
      if (!ended.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        late.run();
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the run has been told to stop. Only for the thread that runs the experiment. */
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
