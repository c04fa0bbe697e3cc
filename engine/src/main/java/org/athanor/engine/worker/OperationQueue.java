// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.Map;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations that wait for a thread. The {@linkplain Share share} decides between jobs, the
 * {@linkplain Operation.Kind kind} within a job, the order of arrival within a kind. Its memory
 * grows with the number of waiting operations; a job has about one per task. Thread-safe.
 */
final class OperationQueue {
  private static final Logger LOG = LoggerFactory.getLogger(OperationQueue.class);

  private final Map<Share, Map<Operation.Kind, Queue<Operation>>> waiting = new LinkedHashMap<>();
  private boolean closed;

  void add(Operation operation) {
    if (!offer(operation)) {
      throw new IllegalStateException("the engine has been shut down");
    }
  }

  /**
   * Adds the operation; returns false if the queue has been closed. An OutOfMemoryError leaves the
   * queue unchanged.
   */
  @SuppressWarnings(
      "JdkObsolete") // If an ArrayDeque cannot grow, the element is in it all the same.
  synchronized boolean offer(Operation operation) {
    if (closed) {
      return false;
    }
    Map<Operation.Kind, Queue<Operation>> kinds = waiting.get(operation.share());
    boolean isFirst = kinds == null;
    if (isFirst) {
      kinds = new EnumMap<>(Operation.Kind.class);
    }
    Queue<Operation> queue = kinds.get(operation.kind());
    if (queue == null) {
      queue = new LinkedList<>();
    }
    queue.add(operation);
    kinds.put(operation.kind(), queue);
    if (isFirst) {
      waiting.put(operation.share(), kinds);
    }
    notify();
    return true;
  }

  /** Removes an operation; returns false if a thread has begun it or it was never added. */
  synchronized boolean remove(Operation operation) {
    Map<Operation.Kind, Queue<Operation>> kinds = waiting.get(operation.share());
    Queue<Operation> queue = kinds == null ? null : kinds.get(operation.kind());
    if (queue == null || !queue.remove(operation)) {
      return false;
    }
    dropIfEmpty(operation.share(), kinds, operation.kind(), queue);
    return true;
  }

  /** Removes all operations of a share that no thread has begun. */
  synchronized void removeAll(Share share) {
    waiting.remove(share);
  }

  /** Returns whether no operation of a share waits or runs. */
  synchronized boolean isIdle(Share share) {
    return !waiting.containsKey(share) && share.isIdle();
  }

  /**
   * Waits for an operation and removes it from the queue; returns null once the queue is closed.
   * The caller must call {@link #done} after the operation has run. An OutOfMemoryError leaves the
   * queue unchanged.
   */
  synchronized Operation take() {
    while (waiting.isEmpty() && !closed) {
      try {
        wait();
      } catch (InterruptedException e) {
        LOG.debug("an engine thread was interrupted after its operation had ended; ignored");
      }
    }
    if (closed) {
      return null;
    }
    Share next = null;
    for (Share share : waiting.keySet()) {
      if (next == null || share.isBefore(next)) {
        next = share;
      }
    }
    Operation operation = poll(next);
    next.begin();
    return operation;
  }

  private Operation poll(Share share) {
    Map<Operation.Kind, Queue<Operation>> kinds = waiting.get(share);
    Iterator<Map.Entry<Operation.Kind, Queue<Operation>>> first = kinds.entrySet().iterator();
    Map.Entry<Operation.Kind, Queue<Operation>> entry = first.next();
    Operation operation = entry.getValue().poll();
    dropIfEmpty(share, kinds, entry.getKey(), entry.getValue());
    return operation;
  }

  private void dropIfEmpty(
      Share share,
      Map<Operation.Kind, Queue<Operation>> kinds,
      Operation.Kind kind,
      Queue<Operation> queue) {
    if (queue.isEmpty()) {
      kinds.remove(kind);
    }
    if (kinds.isEmpty()) {
      waiting.remove(share);
    }
  }

  synchronized void done(Operation operation) {
    operation.share().end();
  }

  synchronized void setPriority(Share share, int priority) {
    share.setPriority(priority);
  }

  synchronized void close() {
    closed = true;
    waiting.clear();
    notifyAll();
  }
}
