// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

/** Threads that have no work at the moment. Thread-safe. */
public interface IdleThreads {
  /** No threads: offered work never runs. */
  IdleThreads NONE =
      new IdleThreads() {
        @Override
        public void offer(Runnable help) {}

        @Override
        public void withdraw(Runnable help) {}
      };

  /**
   * Offers work to the next thread that becomes idle. It may never run.
   *
   * @param help the work; must take at most a few milliseconds, because other work may arrive, and
   *     must not throw
   */
  void offer(Runnable help);

  /** Withdraws the work if no thread has begun it. */
  void withdraw(Runnable help);
}
