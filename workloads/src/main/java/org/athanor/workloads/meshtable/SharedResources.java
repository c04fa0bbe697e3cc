// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Resources of a process, one of each name, which is opened when it is first asked for. Callers
 * that come meanwhile wait for it. Thread-safe.
 */
final class SharedResources<T extends Closeable> {
  private final Map<String, FutureTask<SharedResource<T>>> open = new ConcurrentHashMap<>();

  /** Opens a resource. */
  interface Opener<T> {
    T open() throws IOException;
  }

  /**
   * Returns a resource.
   *
   * @param opener opens it; called by one thread if it is not open
   * @throws IOException if it cannot be opened; the next call tries again
   */
  T get(String name, Opener<T> opener) throws IOException {
    FutureTask<SharedResource<T>> mine = new FutureTask<>(() -> opened(name, opener));
    FutureTask<SharedResource<T>> first = open.putIfAbsent(name, mine);
    if (first == null) {
      first = mine;
      mine.run();
    }
    try {
      return first.get().resource();
    } catch (ExecutionException e) {
      open.remove(name, first);
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IOException(name + ": could not be opened: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(name + ": interrupted while it was opened", e);
    }
  }

  private SharedResource<T> opened(String name, Opener<T> opener) throws IOException {
    return SharedResource.of(name, opener.open(), () -> open.remove(name));
  }

  /** Closes all that are open. Tasks that still use one fail. */
  void closeAll() throws IOException {
    for (FutureTask<SharedResource<T>> each : new ArrayList<>(open.values())) {
      if (each.isDone()) {
        try {
          each.get().close();
        } catch (ExecutionException e) {
          // It has never been open; who has asked for it knows.
        } catch (InterruptedException e) {
          throw new IllegalStateException("is done, so nobody waits", e);
        }
      }
    }
  }
}
