// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * Owns a {@code hwloc_topology_t}. Thread-safe: any number of threads may use it at the same time.
 * {@link #close} waits for them, and no thread can access its memory afterwards.
 */
public final class NativeTopology implements AutoCloseable {
  private final Hwloc hwloc;
  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private Pointer topology; // guarded by lock; null once closed

  private NativeTopology(Hwloc hwloc, Pointer topology) {
    this.hwloc = hwloc;
    this.topology = topology;
  }

  /** An initialised topology that is not loaded yet. */
  public static NativeTopology create(Hwloc hwloc) {
    PointerByReference reference = new PointerByReference();
    if (hwloc.functions().hwloc_topology_init(reference) != 0) {
      throw new OutOfMemoryError("libhwloc could not allocate a topology");
    }
    return new NativeTopology(hwloc, reference.getValue());
  }

  public Hwloc hwloc() {
    return hwloc;
  }

  public HwlocFunctions functions() {
    return hwloc.functions();
  }

  /**
   * Calls {@code action} with the topology, which stays open during the call.
   *
   * @throws IllegalStateException if it is closed
   */
  public <T> T use(Function<Pointer, T> action) {
    lock.readLock().lock();
    try {
      if (topology == null) {
        throw new IllegalStateException(
            "topology is closed: what was read from it stays readable, binding, export and"
                + " restriction need it open");
      }
      return action.apply(topology);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Returns a deep copy, which must be closed separately. */
  public NativeTopology duplicate() {
    return use(
        original -> {
          PointerByReference copy = new PointerByReference();
          if (functions().hwloc_topology_dup(copy, original) != 0) {
            throw new OutOfMemoryError("libhwloc could not copy a topology");
          }
          return new NativeTopology(hwloc, copy.getValue());
        });
  }

  /** Frees the memory. Further calls do nothing. */
  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      if (topology != null) {
        functions().hwloc_topology_destroy(topology);
        topology = null;
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
