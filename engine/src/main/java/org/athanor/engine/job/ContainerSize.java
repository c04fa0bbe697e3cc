// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

/**
 * How large the containers of a session's Workers are. A task runs on one thread of a Worker, so
 * its share is that of the thread. Immutable.
 *
 * @param memoryMb memory, at least 0
 * @param vcores at least 1
 * @param threads that share the container, at least 1
 */
public record ContainerSize(int memoryMb, int vcores, int threads) {
  /** Returns a task's share of the memory multiplied by the time it ran, in MB ms. */
  public long mbMillis(long millis) {
    return millis * memoryMb / threads;
  }

  /** Returns a task's share of the vcores multiplied by the time it ran, in vcore ms. */
  public long vcoreMillis(long millis) {
    return millis * vcores / threads;
  }
}
