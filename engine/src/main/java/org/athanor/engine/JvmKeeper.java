// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Keeps the JVM running while jobs run, by a thread that is not a daemon, because a driver may
 * submit a job and return from {@code main}. {@link System#exit} and signals still end the JVM.
 * Thread-safe.
 */
final class JvmKeeper {
  static final String THREAD = "athanor-jobs";

  private static final long DEFAULT_STACK = 0;
  private static final boolean INHERITS_LOCALS = false;

  @GuardedBy("this")
  private int jobs;

  @GuardedBy("this")
  private boolean keeping;

  /** Notes that a job has begun. The call for its end may come before this one. */
  synchronized void jobBegins() {
    jobs++;
    if (!keeping) {
      Thread thread = new Thread(null, this::keep, THREAD, DEFAULT_STACK, INHERITS_LOCALS);
      thread.setDaemon(false);
      thread.setContextClassLoader(JvmKeeper.class.getClassLoader());
      thread.start();
      keeping = true;
    }
  }

  synchronized void jobEnded() {
    jobs--;
    notifyAll();
  }

  private synchronized void keep() {
    while (jobs > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        // Goes on waiting: only the end of the jobs ends this thread.
      }
    }
    keeping = false;
  }
}
