// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Prevents the JVM from ending while jobs run, by a thread that is not a daemon, because a driver
 * may submit a job and return from {@code main}. {@link System#exit} or a signal still ends the
 * JVM. Thread-safe.
 */
final class JvmKeeper {
  static final String THREAD = "athanor-jobs";

  private static final long DEFAULT_STACK = 0;
  private static final boolean INHERITS_LOCALS = false;

  @GuardedBy("this")
  private int jobs;

  @GuardedBy("this")
  private boolean running; // the thread

  /** Counts a job that begins. {@link #jobEnded} may be called before this method for one job. */
  synchronized void jobBegins() {
    jobs++;
    if (!running) {
      Thread thread = new Thread(null, this::awaitJobs, THREAD, DEFAULT_STACK, INHERITS_LOCALS);
      thread.setDaemon(false);
      thread.setContextClassLoader(JvmKeeper.class.getClassLoader());
      thread.start();
      running = true;
    }
  }

  synchronized void jobEnded() {
    jobs--;
    notifyAll();
  }

  private synchronized void awaitJobs() {
    while (jobs > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        // No code of the engine interrupts this thread; it goes on waiting for the jobs.
      }
    }
    running = false;
  }
}
