// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

/**
 * Keeps the JVM from ending while jobs run, by a thread that is no daemon: a driver may submit a
 * job and return from {@code main}. The JVM can still be ended by {@link System#exit} or a signal.
 * Thread-safe.
 */
final class JvmKeeper {
  static final String THREAD = "athanor-jobs";

  private static final long DEFAULT_STACK = 0;
  private static final boolean INHERITS_LOCALS = false;

  private int jobs; // guarded by this
  private boolean keeping; // guarded by this

  /** A job has begun. It may have ended since: the calls of a pair come in any order. */
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
        // Nobody has a reason to: the jobs that run are what it waits for.
      }
    }
    keeping = false;
  }
}
