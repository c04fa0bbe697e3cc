// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

/**
 * How Flink cuts the memory of a TaskManager's process (its documentation, "Set up TaskManager
 * Memory"; defaults of 2.x), for its local mode, which has no TaskManager process and would not do
 * it. All in mebibytes.
 *
 * @param heap of the JVM: tasks and framework
 * @param managed off-heap, for sorting, hash tables and caching of batch jobs
 * @param network off-heap, for shuffles
 */
record FlinkMemory(int heap, int managed, int network) {

  private static final int METASPACE = 256;
  private static final int LEAST_OVERHEAD = 192;
  private static final int LARGEST_OVERHEAD = 1024;
  private static final double OVERHEAD = 0.1;
  private static final double MANAGED = 0.4;
  private static final double NETWORK = 0.1;
  private static final int LEAST_NETWORK = 64;
  private static final int FRAMEWORK_OFF_HEAP = 128;

  /** Least process in which a task has heap worth the name. */
  static final int LEAST_PROCESS = 1024;

  static FlinkMemory of(int process) {
    int overhead = Math.max(LEAST_OVERHEAD, Math.min(LARGEST_OVERHEAD, (int) (process * OVERHEAD)));
    int flink = process - METASPACE - overhead;
    int managed = (int) (flink * MANAGED);
    int network = Math.max(LEAST_NETWORK, (int) (flink * NETWORK));
    return new FlinkMemory(flink - managed - network - FRAMEWORK_OFF_HEAP, managed, network);
  }
}
