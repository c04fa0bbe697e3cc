// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

/**
 * Divides a worker's memory: one application master and as many tasks at once as the worker has
 * cores. The master gets at most three quarters of an even share, so that a worker without a master
 * does not have room for one more task.
 *
 * @param workerMb memory for containers
 * @param masterMb memory of an application master's container
 * @param taskMb memory of a task's container
 * @param daemonHeapMb heap of each daemon, outside the memory for containers
 */
record Sizing(int workerMb, int masterMb, int taskMb, int daemonHeapMb) {
  private static final int SMALLEST_TASK_MB = 512;
  private static final int LARGEST_MASTER_MB = 1536;

  /** Memory for one task and one application master. */
  static final int SMALLEST_WORKER_MB = 2 * SMALLEST_TASK_MB;

  /**
   * @param cores of a worker
   * @param memoryBytes of a worker, for containers; at least {@link #SMALLEST_WORKER_MB}
   */
  static Sizing of(int cores, long memoryBytes) {
    int worker = (int) Math.min(memoryBytes >> 20, Integer.MAX_VALUE);
    int even = worker / (cores + 1);
    int master = Math.max(SMALLEST_TASK_MB, Math.min(LARGEST_MASTER_MB, even * 3 / 4));
    int task = Math.max(SMALLEST_TASK_MB, (worker - master) / cores);
    int heap = Math.max(256, Math.min(1024, worker / 12));
    return new Sizing(worker, master, task, heap);
  }

  /** The heap in a container; the rest is for the other memory of a JVM. */
  static int heapMb(int containerMb) {
    return containerMb * 4 / 5;
  }
}
