// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

/**
 * Divides a site's cores and memory into heaps, containers, executors and TaskManagers. This is the
 * only place that decides what is fair. Every framework gets the same cores and the same bytes on
 * each worker node. Memory counts for whole processes: the heap and everything else.
 *
 * <ul>
 *   <li>A local mode is one process, which gets the whole share of the node.
 *   <li>Cluster modes reserve memory for the {@link #coordinator} on every node, since it may run
 *       on any of them: the ApplicationMaster, the driver, the JobManager. The rest, {@link
 *       #workers}, is divided into {@link #tasks} parts of the size {@link #task}: one for each
 *       process in frameworks that run tasks as processes (MapReduce, Tez). In those that run tasks
 *       as threads (Spark's executors, Flink's TaskManagers, Athanor's Workers) each of {@link
 *       #processes} has the parts of its tasks.
 *   <li>A JVM's heap is the memory of its process without what Spark reserves by default. This
 *       applies to all frameworks without a rule of their own; MapReduce's tasks and Flink's
 *       processes have one.
 *   <li>The number of reduces and the default parallelism equal the tasks of all nodes together.
 * </ul>
 *
 * Daemons that do not touch records (NameNode, DataNode, ResourceManager, NodeManager, Spark's
 * master and worker) and clients that only submit are not counted. Amounts are in mebibytes unless
 * the name says otherwise.
 *
 * @param nodes number of worker nodes
 * @param nodeMemory memory on each
 * @param processes processes on each that run tasks as threads
 * @param tasks tasks that run at the same time on each, a multiple of {@code processes}
 */
public record Shares(int nodes, int nodeMemory, int processes, int tasks) {

  private static final long MEBIBYTE = 1 << 20;
  private static final int MIN_COORDINATOR = 512;
  private static final int MAX_COORDINATOR = 1024;

  /** Containers are multiples of this size, in mebibytes. */
  static final int STEP = 128;

  /** Spark's minimum beside the heap; if a tenth of the heap is more, that counts. */
  private static final int MIN_OVERHEAD = 384;

  private static final double OVERHEAD = 0.1;

  /** Hadoop's {@code mapreduce.job.heap.memory-mb.ratio}. */
  private static final double TASK_HEAP = 0.8;

  /** Hadoop's default of {@code mapreduce.task.io.sort.mb}. */
  private static final int MIN_SORT_BUFFER = 100;

  private static final int MAX_SORT_BUFFER = 512;

  public static Shares of(Site site) {
    return of(site.share(), site.workers().size());
  }

  /**
   * The division of a share.
   *
   * @param nodes number of worker nodes
   */
  public static Shares of(NodeShare share, int nodes) {
    return new Shares(
        nodes, Math.toIntExact(share.memoryBytes() / MEBIBYTE), share.workers(), share.tasks());
  }

  /** Tasks of all nodes together, which is the number of reduces and the default parallelism. */
  public int totalTasks() {
    return nodes * tasks;
  }

  /** Processes of all nodes together that run tasks as threads. */
  public int totalProcesses() {
    return nodes * processes;
  }

  /** Tasks that a process with threads runs at the same time. */
  public int threads() {
    return tasks / processes;
  }

  /**
   * Memory of the process that coordinates a job in cluster modes, from 512 MB to 1 GB. It is at
   * most three quarters of a task's memory, so that a node without a coordinator does not run an
   * additional task.
   */
  public int coordinator() {
    int wanted = Math.min(MAX_COORDINATOR, nodeMemory / (tasks + 1) * 3 / 4);
    return Math.max(MIN_COORDINATOR, roundDown(wanted));
  }

  /**
   * Memory of a task's process in frameworks where each task has one; as many run at the same time
   * as {@link #tasks} says.
   */
  public int task() {
    return roundDown((nodeMemory - coordinator()) / tasks);
  }

  /** Memory of all workers of a node together in cluster modes. */
  public int workers() {
    return tasks * task();
  }

  /** Memory of each of a node's {@link #processes}, which together have that of its tasks. */
  public int process() {
    return threads() * task();
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

  /** In words: one process of all of a node's memory, which runs all of its tasks. */
  String wholeNode() {
    return "1 process of " + nodeMemory + " MB for " + count(tasks, "task");
  }

  /**
   * In words: the processes that run tasks as threads.
   *
   * @param name such as {@code executor}
   */
  String threaded(String name) {
    return count(processes, name)
        + " of "
        + process()
        + " MB"
        + (processes == 1 ? " for " : ", each for ")
        + count(threads(), "task");
  }

  /** In words: the processes that run one task each; a number of other processes has no effect. */
  String single() {
    return count(tasks, "process")
        + " of "
        + task()
        + " MB, each for 1 task"
        + (processes == 1 ? "" : "; workersPerNode has no effect");
  }

  private static String count(int number, String what) {
    String plural = what.endsWith("s") ? "es" : "s";
    return number + " " + what + (number == 1 ? "" : plural);
  }

  private static int roundDown(int memory) {
    return memory / STEP * STEP;
  }
}
