// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.athanor.engine.affinity.ThreadBinder;
import org.athanor.engine.exit.TaskThreads;
import org.athanor.engine.thread.DaemonThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes operations from the queue and runs them, one after the other, with memory of its own.
 *
 * <p>Code of a job may leave objects in thread locals, and they would keep the job's classes for as
 * long as the thread runs. Nobody can empty another one's thread locals, so after a job has ended a
 * new thread of the same name goes on. If an operation is {@linkplain #abandonIfRunning abandoned},
 * a new thread of another name, which therefore has other class loaders, goes on with new memory:
 * the operation's code may use its own for as long as it likes.
 *
 * <p>Nothing that an operation throws ends the thread, not even an {@link OutOfMemoryError} of its
 * own bookkeeping: what must happen after an operation allocates nothing.
 */
final class EngineThread {
  private static final Logger LOG = LoggerFactory.getLogger(EngineThread.class);

  /** Between attempts to take an operation when the heap has no room for that. */
  private static final long OUT_OF_MEMORY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final int number;
  private final ThreadBinder binder;
  private final OperationQueue queue;
  private final Supplier<WorkArea> memory;

  @GuardedBy("this")
  private Server server;

  @GuardedBy("this")
  private int abandoned; // how many operations were

  /** One thread and its memory. Its fields are guarded by the engine thread. */
  private static final class Server {
    private final WorkArea work;
    private final String name;
    private Thread thread;
    private Operation current;
    private boolean stale;
    private boolean abandoned;

    Server(WorkArea work, String name) {
      this.work = work;
      this.name = name;
    }
  }

  /**
   * @param number which of the Worker's threads it is, from 0
   * @param memory makes the memory of one thread; takes little of it until it is used
   */
  EngineThread(int number, ThreadBinder binder, OperationQueue queue, Supplier<WorkArea> memory) {
    this.number = number;
    this.binder = binder;
    this.queue = queue;
    this.memory = memory;
  }

  synchronized void start() {
    goOnWith(new Server(memory.get(), "athanor-" + number), null);
  }

  /**
   * @param first what it runs first; null to take that from the queue
   */
  private synchronized void goOnWith(Server next, Operation first) {
    next.thread = new DaemonThread(TaskThreads.group(), () -> serve(next, first), next.name);
    next.thread.start();
    server = next;
  }

  private void serve(Server me, Operation first) {
    binder.bind(number);
    for (Operation next = first != null ? first : take(); next != null; next = take()) {
      if (handOver(me, next) || !run(me, next)) {
        return;
      }
    }
  }

  private Operation take() {
    while (true) {
      try {
        return queue.take();
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(OUT_OF_MEMORY_PAUSE_NANOS);
      }
    }
  }

  /** Whether a new thread has taken over, which runs the operation. */
  private synchronized boolean handOver(Server me, Operation next) {
    if (!me.stale) {
      return false;
    }
    try {
      goOnWith(new Server(me.work, me.name), next);
      return true;
    } catch (OutOfMemoryError e) {
      // Goes on itself, with what jobs left in its thread locals.
      return false;
    }
  }

  /** Runs an operation and returns whether the thread goes on after it. */
  private boolean run(Server me, Operation operation) {
    begin(me, operation);
    try {
      operation.run(me.work);
    } catch (Throwable e) {
      logBrokenPromise(e);
    }
    if (!end(me)) {
      return false;
    }
    queue.done(operation);
    return true;
  }

  private static void logBrokenPromise(Throwable thrown) {
    try {
      LOG.error("an operation broke its promise not to throw", thrown);
    } catch (Throwable e) {
      // Nothing can be said of it: the heap is full, or the exception is hostile.
      return;
    }
  }

  private synchronized void begin(Server me, Operation operation) {
    me.current = operation;
  }

  /** Returns false if the operation was abandoned. */
  private synchronized boolean end(Server me) {
    if (me.abandoned) {
      return false;
    }
    me.current = null;
    Thread.interrupted();
    // The thread outlives the operation; it must not keep the job's loader.
    me.thread.setContextClassLoader(EngineThread.class.getClassLoader());
    return true;
  }

  /** Has a new thread run the operations that are begun from now on. */
  synchronized void renew() {
    server.stale = true;
  }

  synchronized boolean is(Thread other) {
    return server != null && server.thread == other;
  }

  /** Interrupts the operation if this thread is running it. */
  synchronized boolean interruptIfRunning(Operation operation) {
    if (server.current != operation) {
      return false;
    }
    server.thread.interrupt();
    return true;
  }

  /** Interrupts the operation that runs, if it is of that share. */
  synchronized void interruptIfOf(Share share) {
    if (server.current != null && server.current.share() == share) {
      server.thread.interrupt();
    }
  }

  /**
   * Leaves an operation to itself if this thread is running it: a new thread with new memory serves
   * the queue, and the old one ends whenever the operation does.
   *
   * @return false if it does not run here (any more), or no thread can be made at the moment
   */
  synchronized boolean abandonIfRunning(Operation operation) {
    Server old = server;
    if (old.current != operation) {
      return false;
    }
    try {
      String name = "athanor-" + number + "." + (abandoned + 1);
      goOnWith(new Server(memory.get(), name), null);
      abandoned++;
    } catch (OutOfMemoryError e) {
      return false;
    }
    old.abandoned = true;
    old.current = null;
    queue.done(operation);
    return true;
  }

  /** {@linkplain #abandonIfRunning Abandons} the operation that runs, if it is of that share. */
  synchronized void abandonIfOf(Share share) {
    if (server.current != null && server.current.share() == share) {
      abandonIfRunning(server.current);
    }
  }
}
