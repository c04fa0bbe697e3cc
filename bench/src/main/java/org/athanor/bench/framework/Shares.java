// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

/**
 * Divides a site's cores and memory into heaps, containers, executors and TaskManagers. This is the
 * only place that decides what is fair. Every framework gets the same cores and the same bytes on
 * each node. Memory counts for whole processes: the heap and everything else.
 *
 * <ul>
 *   <li>A local mode is one process, which gets the whole share of the node.
 *   <li>Cluster modes reserve memory for the {@link #coordinator} on every node, since it may run
 *       on any of them: the ApplicationMaster, the driver, the JobManager. The rest, {@link
 *       #workers}, belongs to one process in frameworks that run tasks as threads (Spark's
 *       executor, Flink's TaskManager), and is divided into one {@link #task} per core in those
 *       that run tasks as processes (MapReduce, Tez).
 *   <li>A JVM's heap is the memory of its process without what Spark reserves by default. This
 *       applies to all frameworks without a rule of their own; MapReduce's tasks and Flink's
 *       processes have one.
 *   <li>The number of reduces and the default parallelism equal the cores of all nodes together.
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
  private static final int MIN_COORDINATOR = 512;
  private static final int MAX_COORDINATOR = 1024;

  /** Containers are multiples of this size. */
  private static final int STEP = 128;

  /** Spark's minimum beside the heap; if a tenth of the heap is more, that counts. */
  private static final int MIN_OVERHEAD = 384;

  private static final double OVERHEAD = 0.1;

  /** Hadoop's {@code mapreduce.job.heap.memory-mb.ratio}. */
  private static final double TASK_HEAP = 0.8;

  /** Hadoop's default of {@code mapreduce.task.io.sort.mb}. */
  private static final int MIN_SORT_BUFFER = 100;

  private static final int MAX_SORT_BUFFER = 512;

  public static Shares of(Site site) {
    return new Shares(
        site.nodes().size(),
        site.coresPerNode(),
        Math.toIntExact(site.memoryBytesPerNode() / MEBIBYTE));
  }

  /** Cores of all nodes together, which is the number of reduces and the default parallelism. */
  public int totalCores() {
    return nodes * coresPerNode;
  }

  /**
   * Memory of the process that coordinates a job in cluster modes, from 512 MB to 1 GB. It is at
   * most three quarters of a task's memory, so that a node without a coordinator does not run an
   * additional task.
   */
  public int coordinator() {
    int wanted = Math.min(MAX_COORDINATOR, nodeMemory / (coresPerNode + 1) * 3 / 4);
    return Math.max(MIN_COORDINATOR, roundDown(wanted));
  }

  /**
   * Memory of a task's process in frameworks where each task has one; as many tasks run at the same
   * time as there are cores.
   */
  public int task() {
    return roundDown((nodeMemory - coordinator()) / coresPerNode);
  }

  /** Memory of all workers of a node together in cluster modes. */
  public int workers() {
    return coresPerNode * task();
  }

  /** Memory that YARN may allocate on a node: for the tasks and the coordinator, and no more. */
  public int containers() {
    return coordinator() + workers();
  }

  /** The heap of a task with its own process. */
  public int taskHeap() {
    return (int) (task() * TASK_HEAP);
  }

  /**
   * MapReduce's sort buffer: a quarter of the task's heap, at least 100 MB, which is its default,
   * and at most 512 MB. Unlike the buffers of Spark and Flink, it does not grow with the heap by
   * itself.
   */
  public int sortBuffer() {
    return Math.max(MIN_SORT_BUFFER, Math.min(MAX_SORT_BUFFER, taskHeap() / 4));
  }

  /** The largest heap of a JVM whose process may use {@code process} mebibytes. */
  public int heap(int process) {
    int heap = Math.min(process - MIN_OVERHEAD, (int) (process / (1 + OVERHEAD)));
    return Math.max(heap, process / 2);
  }

  private static int roundDown(int memory) {
    return memory / STEP * STEP;
  }
}
