// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.affinity;

/** Binds the threads of one Worker. Thread-safe. */
public interface ThreadBinder {
  /**
   * Binds the calling thread. Never throws: a thread that cannot be bound runs unbound, and the log
   * reports it once.
   *
   * @param thread the thread's index in the Worker, from 0
   */
  void bind(int thread);
}
