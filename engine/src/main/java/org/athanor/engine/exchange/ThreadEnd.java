// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

/** Waits for the end of a thread. */
final class ThreadEnd {
  private ThreadEnd() {}

  /** Waits although the caller is interrupted; not if the caller is that thread itself. */
  static void await(Thread thread) {
    boolean wasInterrupted = false;
    while (thread.isAlive() && !Thread.currentThread().equals(thread)) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
