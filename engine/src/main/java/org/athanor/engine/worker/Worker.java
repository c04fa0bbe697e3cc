// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.affinity.Affinity;
import org.athanor.engine.affinity.Seat;
import org.athanor.engine.affinity.ThreadBinder;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.merge.IdleThreads;

/**
 * A fixed number of threads, the queue they serve, and the pool that holds sorted map output.
 * Thread-safe.
 */
public final class Worker implements AutoCloseable {
  /** The share of work for idle threads: the last of all, so it begins only when no job waits. */
  private final Share idleShare = new Share(Long.MAX_VALUE, Integer.MIN_VALUE);

  private final EngineSettings settings;
  private final BufferPool retained;
  private final OperationQueue queue = new OperationQueue();
  private final List<EngineThread> threads = new ArrayList<>();

  /**
   * Begins with a Worker that has its machine for itself.
   *
   * @throws InvalidSettingException if there is too little hardware to bind the threads to
   */
  public Worker(EngineSettings settings) {
    this(settings, Seat.ALONE);
  }

  /**
   * @throws InvalidSettingException if there is too little hardware to bind the threads to
   */
  public Worker(EngineSettings settings, Seat seat) {
    this.settings = settings;
    ThreadBinder binder = Affinity.binder(settings, seat);
    this.retained = new BufferPool(settings.retainedBuffers(), settings.bufferBytes());
    for (int i = 0; i < settings.threads(); i++) {
      threads.add(new EngineThread(i, binder, queue, this::workArea));
    }
    boolean started = false;
    try {
      threads.forEach(EngineThread::start);
      started = true;
    } finally {
      if (!started) {
        queue.close(); // ends the threads that have started
      }
    }
  }

  private WorkArea workArea() {
    return new WorkArea(settings.threadBytes(), settings.bufferBytes(), new Idle());
  }

  public EngineSettings settings() {
    return settings;
  }

  /** Returns the pool for the sorted map output of all jobs. */
  public BufferPool retained() {
    return retained;
  }

  /** Returns how many runs with blocks on disk one operation can merge at once. */
  public int mergeWidth() {
    return WorkArea.mergeWidth(settings.threadBytes(), settings.bufferBytes());
  }

  /** Adds an operation to the queue. */
  public void submit(Operation operation) {
    queue.add(operation);
  }

  /** Removes an operation from the queue; returns false if a thread has begun it. */
  public boolean withdraw(Operation operation) {
    return queue.remove(operation);
  }

  /** Interrupts the operation's thread if the operation is running. */
  public void interrupt(Operation operation) {
    for (EngineThread thread : threads) {
      if (thread.interruptIfRunning(operation)) {
        return;
      }
    }
  }

  /** Returns whether {@code thread} is one of the threads that run operations. */
  public boolean runsOn(Thread thread) {
    return threads.stream().anyMatch(own -> own.is(thread));
  }

  /**
   * Abandons a running operation whose code ignores interrupts. The operation no longer counts as
   * running. Another thread with memory of its own takes the place of the operation's thread, which
   * ends when the operation ends. Until then the operation keeps the memory of its thread, which is
   * at most {@link EngineSettings#threadBytes}.
   *
   * @return false if the operation is not running, or if there is no memory for a new thread
   */
  public boolean abandon(Operation operation) {
    for (EngineThread thread : threads) {
      if (thread.abandonIfRunning(operation)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether as many abandoned operations still run as this Worker has threads. */
  public boolean isOverrun() {
    return threads.stream().mapToInt(EngineThread::abandoned).sum() >= settings.threads();
  }

  /** Removes the waiting operations of a share and interrupts the running ones. */
  public void stopAll(Share share) {
    queue.removeAll(share);
    threads.forEach(thread -> thread.interruptIfOf(share));
  }

  /** {@linkplain #abandon Abandons} the running operations of a share. */
  public void abandonAll(Share share) {
    threads.forEach(thread -> thread.abandonIfOf(share));
  }

  /** Returns whether no operation of a share waits or runs. */
  public boolean isIdle(Share share) {
    return queue.isIdle(share);
  }

  /** Gives operations that begin from now on new threads, whose thread locals are empty. */
  public void renewThreads() {
    threads.forEach(EngineThread::renew);
  }

  /** Offers work to threads for which no job has an operation. */
  private final class Idle implements IdleThreads {
    @Override
    public void offer(Runnable help) {
      queue.offer(new IdleWork(help, idleShare));
    }

    @Override
    public void withdraw(Runnable help) {
      queue.remove(new IdleWork(help, idleShare));
    }
  }

  public void setPriority(Share share, int priority) {
    queue.setPriority(share, priority);
  }

  /** Ends each thread after its current operation; operations that wait never run. */
  @Override
  public void close() {
    queue.close();
  }
}
