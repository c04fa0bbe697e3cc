// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import java.util.function.Supplier;
import org.athanor.engine.affinity.ThreadBinder;
import org.athanor.engine.task.WorkArea;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes operations from the queue and runs them, one after the other, with memory of its own.
 *
 * <p>Code of a job may leave objects in thread locals, and they would keep the job's classes for as
 * long as the thread runs. Nobody can empty another one's thread locals, so after a job has ended a
 * new thread of the same name goes on.
 */
final class EngineThread {
  private static final Logger LOG = LoggerFactory.getLogger(EngineThread.class);

  private final int number;
  private final ThreadBinder binder;
  private final OperationQueue queue;
  private final WorkArea work;
  private Thread thread; // guarded by this
  private boolean stale; // guarded by this
  private Operation current; // guarded by this

  /**
   * @param number which of the Worker's threads it is, from 0
   */
  EngineThread(int number, ThreadBinder binder, OperationQueue queue, WorkArea work) {
    this.number = number;
    this.binder = binder;
    this.queue = queue;
    this.work = work;
  }

  void start() {
    goOnWith(queue::take);
  }

  private synchronized void goOnWith(Supplier<Operation> first) {
    Thread fresh = new DaemonThread(() -> serve(first.get()), "athanor-" + number);
    fresh.start();
    thread = fresh;
    stale = false;
  }

  private void serve(Operation first) {
    binder.bind(number);
    for (Operation next = first; next != null; next = queue.take()) {
      if (handOver(next)) {
        return;
      }
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

  /** Whether a new thread has taken over, which runs the operation. */
  private synchronized boolean handOver(Operation next) {
    if (!stale) {
      return false;
    }
    try {
      goOnWith(() -> next);
      return true;
    } catch (OutOfMemoryError e) {
      LOG.warn("{} goes on with what jobs left in its thread locals: {}", thread.getName(), e);
      return false;
    }
  }

  /** Has a new thread run the operations that are begun from now on. */
  synchronized void renew() {
    stale = true;
  }

  private synchronized void begin(Operation operation) {
    current = operation;
  }

  private synchronized void end() {
    current = null;
    Thread.interrupted();
    // The thread outlives the operation; it must not keep the job's loader.
    thread.setContextClassLoader(EngineThread.class.getClassLoader());
  }

  /** Interrupts the operation if this thread is running it. */
  synchronized boolean interruptIfRunning(Operation operation) {
    if (current != operation) {
      return false;
    }
    thread.interrupt();
    return true;
  }
}
