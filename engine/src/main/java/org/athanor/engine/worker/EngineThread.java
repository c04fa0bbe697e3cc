// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import org.athanor.engine.affinity.ThreadBinder;
import org.athanor.engine.task.WorkArea;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes operations from the queue and runs them, one after the other, with memory of its own. */
final class EngineThread extends Thread {
  private static final Logger LOG = LoggerFactory.getLogger(EngineThread.class);

  private final int number;
  private final ThreadBinder binder;
  private final OperationQueue queue;
  private final WorkArea work;
  private final ClassLoader ownLoader;
  private Operation current; // guarded by this

  /**
   * @param number which of the Worker's threads it is, from 0
   */
  EngineThread(int number, ThreadBinder binder, OperationQueue queue, WorkArea work) {
    super("athanor-" + number);
    this.number = number;
    this.binder = binder;
    this.queue = queue;
    this.work = work;
    this.ownLoader = EngineThread.class.getClassLoader();
    setDaemon(true);
  }

  @Override
  public void run() {
    binder.bind(number);
    for (Operation next = queue.take(); next != null; next = queue.take()) {
      begin(next);
      try {
        next.run(work);
      } catch (RuntimeException | Error e) {
        LOG.error("an operation broke its promise not to throw", e);
      } finally {
        end();
        queue.done(next);
      }
    }
  }

  private synchronized void begin(Operation operation) {
    current = operation;
  }

  private synchronized void end() {
    current = null;
    interrupted();
    // The thread outlives the job; it must not keep the job's loader.
    setContextClassLoader(ownLoader);
  }

  /** Interrupts the operation if this thread is running it. */
  synchronized boolean interruptIfRunning(Operation operation) {
    if (current != operation) {
      return false;
    }
    interrupt();
    return true;
  }
}
