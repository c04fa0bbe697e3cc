// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import java.util.ArrayList;
import java.util.List;
import org.athanor.engine.affinity.Affinity;
import org.athanor.engine.affinity.ThreadBinder;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.merge.IdleThreads;

/**
 * A fixed number of threads, the queue they serve, and the pool that keeps sorted map output.
 * Thread-safe.
 */
public final class Worker implements AutoCloseable {
  /** Of those who help: served only when no job waits. */
  private final Share helpers = new Share(Long.MAX_VALUE, Integer.MIN_VALUE);

  private final EngineSettings settings;
  private final BufferPool retained;
  private final OperationQueue queue = new OperationQueue();
  private final List<EngineThread> threads = new ArrayList<>();

  /**
   * @throws InvalidSettingException if there is too little hardware to bind the threads to
   */
  public Worker(EngineSettings settings) {
    this.settings = settings;
    ThreadBinder binder = Affinity.binder(settings);
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
        queue.close(); // those that have begun end
      }
    }
  }

  private WorkArea workArea() {
    return new WorkArea(settings.threadBytes(), settings.bufferBytes(), new Idle());
  }

  public EngineSettings settings() {
    return settings;
  }

  /** Keeps sorted map output of all jobs. */
  public BufferPool retained() {
    return retained;
  }

  /** How many runs with blocks on disk one operation can merge. */
  public int mergeWidth() {
    return WorkArea.mergeWidth(settings.threadBytes(), settings.bufferBytes());
  }

  /** Has the operation run as soon as it is its turn. */
  public void submit(Operation operation) {
    queue.add(operation);
  }

  /** Takes back an operation that was not begun. */
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

  /** Whether operations run on {@code thread}. */
  public boolean runsOn(Thread thread) {
    return threads.stream().anyMatch(own -> own.is(thread));
  }

  /**
   * Leaves a running operation to itself: for code that ignores interrupts. It no longer counts as
   * running, another thread with memory of its own takes its thread's place, and its own thread
   * ends when the operation does. Until then the operation keeps what memory of the thread it uses,
   * which {@link EngineSettings} bounds per thread.
   *
   * @return false if it is not running, or no thread can be made at the moment
   */
  public boolean abandon(Operation operation) {
    for (EngineThread thread : threads) {
      if (thread.abandonIfRunning(operation)) {
        return true;
      }
    }
    return false;
  }

  /** Takes back all operations of a share that were not begun and interrupts the others. */
  public void stopAll(Share share) {
    queue.removeAll(share);
    threads.forEach(thread -> thread.interruptIfOf(share));
  }

  /** {@linkplain #abandon Abandons} all running operations of a share. */
  public void abandonAll(Share share) {
    threads.forEach(thread -> thread.abandonIfOf(share));
  }

  /** Whether no operation of a share waits or runs. */
  public boolean isIdle(Share share) {
    return queue.isIdle(share);
  }

  /** Operations begun from now on find nothing that earlier ones have left in thread locals. */
  public void renewThreads() {
    threads.forEach(EngineThread::renew);
  }

  /** Has threads help that find nothing in the queue. */
  private final class Idle implements IdleThreads {
    @Override
    public void offer(Runnable help) {
      queue.offer(new Help(help, helpers));
    }

    @Override
    public void withdraw(Runnable help) {
      queue.remove(new Help(help, helpers));
    }
  }

  public void setPriority(Share share, int priority) {
    queue.setPriority(share, priority);
  }

  /** Ends the threads once their current operations are done; waiting operations are forgotten. */
  @Override
  public void close() {
    queue.close();
  }
}
