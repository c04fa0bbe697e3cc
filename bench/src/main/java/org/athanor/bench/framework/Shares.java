// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

/**
 * How a site's cores and memory become heaps, containers, executors and task managers: the one
 * place that decides what is fair. Every framework gets the same cores and the same bytes on each
 * node, counted as whole processes: heap and everything beside it.
 *
 * <ul>
 *   <li>Local modes are one process, which gets all of the node's share.
 *   <li>Cluster modes set the {@link #coordinator} aside on every node, since it may run on any:
 *       the ApplicationMaster, the driver, the JobManager. The rest, {@link #workers}, is one
 *       process for frameworks that run tasks as threads (Spark's executor, Flink's TaskManager)
 *       and is cut into one {@link #task} per core for those that run them as processes (MapReduce,
 *       Tez).
 *   <li>A JVM's heap is its process less what Spark reserves by default, for all frameworks alike
 *       that do not have a rule of their own. MapReduce's tasks and Flink's processes have one.
 *   <li>Reduces and default parallelism are the cores of all nodes together.
 * </ul>
 *
 * Daemons that do not touch records (NameNode, DataNode, ResourceManager, NodeManager, Spark's
 * master and worker) and clients that only submit are not counted. Amounts are in mebibytes unless
 * the name says otherwise.
 *
 * @param nodes number of nodes
 * @param coresPerNode cores on each
 * @param nodeMemory memory on each
 */
public record Shares(int nodes, int coresPerNode, int nodeMemory) {

  private static final long MEBIBYTE = 1 << 20;
  private static final int LEAST_COORDINATOR = 512;
  private static final int LARGEST_COORDINATOR = 1024;

  /** Containers are multiples of this. */
  private static final int STEP = 128;

  /** Spark's: at least this much beside the heap, or a tenth of the heap if that is more. */
  private static final int LEAST_OVERHEAD = 384;

  private static final double OVERHEAD = 0.1;

  /** Hadoop's {@code mapreduce.job.heap.memory-mb.ratio}. */
  private static final double TASK_HEAP = 0.8;

  /** Hadoop's default of {@code mapreduce.task.io.sort.mb}. */
  private static final int LEAST_SORT_BUFFER = 100;

  private static final int LARGEST_SORT_BUFFER = 512;

  public static Shares of(Site site) {
    return new Shares(
        site.nodes().size(),
        site.coresPerNode(),
        Math.toIntExact(site.memoryBytesPerNode() / MEBIBYTE));
  }

  /** Cores of all nodes together: reduces, default parallelism. */
  public int totalCores() {
    return nodes * coresPerNode;
  }

  /**
   * Memory of the process that coordinates a job in cluster modes: three quarters of what a task
   * gets at most, so that a node without one does not run one task more; within 512 MB and 1 GB.
   */
  public int coordinator() {
    int wanted = Math.min(LARGEST_COORDINATOR, nodeMemory / (coresPerNode + 1) * 3 / 4);
    return Math.max(LEAST_COORDINATOR, steps(wanted));
  }

  /** Memory of a task's process where each task has one; as many run at once as there are cores. */
  public int task() {
    return steps((nodeMemory - coordinator()) / coresPerNode);
  }

  /** Memory of all of a node's workers together in cluster modes. */
  public int workers() {
    return coresPerNode * task();
  }

  /** What YARN may hand out on a node: the tasks and the coordinator, nothing beside them. */
  public int containers() {
    return coordinator() + workers();
  }

  /** The heap of such a task. */
  public int taskHeap() {
    return (int) (task() * TASK_HEAP);
  }

  /**
   * MapReduce's sort buffer: a quarter of the task's heap, within 100 MB, its default, and 512 MB.
   * The one buffer that does not grow with the heap by itself, as those of Spark and Flink do.
   */
  public int sortBuffer() {
    return Math.max(LEAST_SORT_BUFFER, Math.min(LARGEST_SORT_BUFFER, taskHeap() / 4));
  }

  /** The largest heap of a JVM whose process has so much memory. */
  public int heap(int process) {
    int beside = Math.min(process - LEAST_OVERHEAD, (int) (process / (1 + OVERHEAD)));
    return Math.max(beside, process / 2);
  }

  private static int steps(int memory) {
    return memory / STEP * STEP;
  }
}
