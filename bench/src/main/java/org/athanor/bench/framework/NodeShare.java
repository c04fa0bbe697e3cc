// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

/**
 * What every framework may use of each node that works, and how it divides that.
 *
 * @param cores for the framework, 1 or more
 * @param memoryBytes for all of its processes that work, including clients that process records
 * @param workers processes that run tasks as threads, 1 or more; frameworks with a process for each
 *     task have more
 * @param tasks that run at the same time, a multiple of {@code workers}
 */
public record NodeShare(int cores, long memoryBytes, int workers, int tasks) {

  public NodeShare {
    if (cores < 1 || workers < 1 || tasks < 1 || tasks % workers != 0) {
      throw new IllegalArgumentException(
          cores + " cores, " + workers + " workers, " + tasks + " tasks");
    }
  }

  /** One worker with a task for each core. */
  public static NodeShare of(int cores, long memoryBytes) {
    return new NodeShare(cores, memoryBytes, 1, cores);
  }
}
