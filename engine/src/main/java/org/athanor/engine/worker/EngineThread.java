// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.athanor.engine.affinity.ThreadBinder;
import org.athanor.engine.exit.TaskThreads;
import org.athanor.engine.thread.DaemonThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of the Worker's threads: takes operations from the queue and runs them, one after the other,
 * with memory of its own. Over time, several Java threads play this role.
 *
 * <p>A job's code may leave objects in thread locals, which keep the job's classes in memory for as
 * long as the Java thread runs. No other thread can remove them. Therefore, after a job has ended,
 * a new Java thread of the same name takes over. If an operation is {@linkplain #abandonIfRunning
 * abandoned}, a new Java thread with new memory takes over. It has another name, and therefore
 * other class loaders, because the abandoned operation's code may still use the old ones.
 *
 * <p>Nothing that an operation throws ends the thread. An {@link OutOfMemoryError} of the engine
 * thread itself does not end it either: the steps after an operation allocate nothing.
 */
final class EngineThread {
  private static final Logger LOG = LoggerFactory.getLogger(EngineThread.class);

  /** Pause before the next attempt to take an operation, after an OutOfMemoryError. */
  private static final long OUT_OF_MEMORY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final int number;
  private final ThreadBinder binder;
  private final OperationQueue queue;
  private final Supplier<WorkArea> memory;

  @GuardedBy("this")
  private Server server;

  @GuardedBy("this")
  private int abandonedOperations;

  @GuardedBy("this")
  private final List<Thread> abandonedThreads = new ArrayList<>(); // those that run still, perhaps

  /** A Java thread and its memory. The fields are guarded by the engine thread. */
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
   * @param number the thread's index in the Worker, from 0
   * @param memory creates the memory of one thread, which is small until an operation uses it
   */
  EngineThread(int number, ThreadBinder binder, OperationQueue queue, Supplier<WorkArea> memory) {
    this.number = number;
    this.binder = binder;
    this.queue = queue;
    this.memory = memory;
  }

  synchronized void start() {
    startServer(new Server(memory.get(), "athanor-" + number), null);
  }

  /**
   * @param first the operation to run first; null to take it from the queue
   */
  private synchronized void startServer(Server next, Operation first) {
    next.thread = new DaemonThread(TaskThreads.group(), () -> serve(next, first), next.name);
    next.thread.start();
    server = next;
  }

  private void serve(Server me, Operation first) {
    bind();
    for (Operation next = first != null ? first : take(); next != null; next = take()) {
      if (replaceIfStale(me, next) || !run(me, next)) {
        return;
      }
    }
  }

  private void bind() {
    try {
      binder.bind(number);
    } catch (RuntimeException | Error e) {
      // The thread runs unbound: it may have an operation already, which must not be lost.
      return;
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

  /** Returns whether a new Java thread has taken over; that thread runs the operation. */
  private synchronized boolean replaceIfStale(Server me, Operation next) {
    if (!me.stale) {
      return false;
    }
    try {
      startServer(new Server(me.work, me.name), next);
      return true;
    } catch (OutOfMemoryError e) {
      // The old thread continues, and its thread locals keep the objects of ended jobs.
      return false;
    }
  }

  /** Runs an operation; returns false if it was abandoned, so that its Java thread must end. */
  private boolean run(Server me, Operation operation) {
    begin(me, operation);
    try {
      operation.run(me.work);
    } catch (Throwable e) {
      logUnexpected(e);
    }
    if (!end(me)) {
      return false;
    }
    queue.done(operation);
    return true;
  }

  private static void logUnexpected(Throwable thrown) {
    try {
      LOG.error("an operation threw an exception, which operations must not do", thrown);
    } catch (Throwable e) {
      // It cannot be logged: the heap is full, or a method of the exception throws.
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
    // The thread outlives the operation and must not keep the job's class loader in memory.
    me.thread.setContextClassLoader(EngineThread.class.getClassLoader());
    return true;
  }

  /** Makes a new Java thread run the operations that begin from now on. */
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

  /** Interrupts the running operation if it belongs to {@code share}. */
  synchronized void interruptIfOf(Share share) {
    if (server.current != null && server.current.share() == share) {
      server.thread.interrupt();
    }
  }

  /**
   * Abandons an operation if this thread is running it: a new Java thread with new memory serves
   * the queue, and the old one ends when the operation ends.
   *
   * @return false if the operation does not run here, or if there is no memory for a new thread
   */
  synchronized boolean abandonIfRunning(Operation operation) {
    Server old = server;
    if (old.current != operation) {
      return false;
    }
    boolean isReplaced = false;
    try {
      abandonedThreads.add(old.thread); // room first: what follows the new thread must not fail
      String name = "athanor-" + number + "." + (abandonedOperations + 1);
      startServer(new Server(memory.get(), name), null);
      abandonedOperations++;
      isReplaced = true;
    } catch (OutOfMemoryError e) {
      return false;
    } finally {
      if (!isReplaced) {
        abandonedThreads.remove(old.thread);
      }
    }
    old.abandoned = true;
    old.current = null;
    queue.done(operation);
    return true;
  }

  /** Returns how many abandoned operations still run. */
  synchronized int abandoned() {
    abandonedThreads.removeIf(thread -> !thread.isAlive());
    return abandonedThreads.size();
  }

  /** {@linkplain #abandonIfRunning Abandons} the running operation if it belongs to the share. */
  synchronized void abandonIfOf(Share share) {
    if (server.current != null && server.current.share() == share) {
      abandonIfRunning(server.current);
    }
  }
}
