// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

/**
 * Divides memory as Flink divides that of a TaskManager's process (its documentation, "Set up
 * TaskManager Memory"; defaults of 2.x). Flink does not do this in local mode, which has no
 * TaskManager process. All values are in mebibytes.
 *
 * @param heap heap of the JVM, for tasks and framework
 * @param managed off-heap memory for sorting, hash tables and caching in batch jobs
 * @param network off-heap memory for shuffles
 */
record FlinkMemory(int heap, int managed, int network) {

  private static final int METASPACE = 256;
  private static final int MIN_OVERHEAD = 192;
  private static final int MAX_OVERHEAD = 1024;
  private static final double OVERHEAD = 0.1;
  private static final double MANAGED = 0.4;
  private static final double NETWORK = 0.1;
  private static final int MIN_NETWORK = 64;
  private static final int FRAMEWORK_OFF_HEAP = 128;

  /** Smallest process in which a task has a useful heap. */
  static final int MIN_PROCESS = 1024;

  static FlinkMemory of(int process) {
    int overhead = Math.max(MIN_OVERHEAD, Math.min(MAX_OVERHEAD, (int) (process * OVERHEAD)));
    int flink = process - METASPACE - overhead;
    int managed = (int) (flink * MANAGED);
    int network = Math.max(MIN_NETWORK, (int) (flink * NETWORK));
    return new FlinkMemory(flink - managed - network - FRAMEWORK_OFF_HEAP, managed, network);
  }
}
