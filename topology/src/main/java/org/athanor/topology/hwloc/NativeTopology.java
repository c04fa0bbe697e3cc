// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.hwloc;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * The lifetime of a {@code hwloc_topology_t}. Thread-safe: any number of threads use it at once,
 * {@link #close} waits for them, and nobody gets at its memory afterwards.
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
   * Calls {@code action} with the topology, which stays open meanwhile.
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

  /** A deep copy with a lifetime of its own. */
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

  /** Frees the memory; does nothing if it is freed already. */
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
