// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

/** Threads that have nothing else to do. Thread-safe. */
public interface IdleThreads {
  /** None, ever. */
  IdleThreads NONE =
      new IdleThreads() {
        @Override
        public void offer(Runnable help) {}

        @Override
        public void withdraw(Runnable help) {}
      };

  /**
   * Has the next thread that is idle run it, maybe never.
   *
   * @param help takes a few milliseconds at most, because other work may arrive, and must not throw
   */
  void offer(Runnable help);

  /** Takes it back if no thread has begun it. */
  void withdraw(Runnable help);
}
