// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All configuration keys of the engine. A test generates {@code docs/configuration.md} from them.
 */
public final class EngineKeys {
  public static final Setting THREADS =
      new Setting(
          "athanor.threads",
          "a number from 0 to 1024; 0 means one per processor",
          "0",
          "Number of engine threads, each of which runs one map, merge or reduce at a time. On YARN, of"
              + " each Worker; 0 then means one per vcore of a NodeManager.",
          "0.1");
  public static final Setting AFFINITY =
      new Setting(
          "athanor.affinity",
          "none, cpu, core or pu",
          "none",
          "What libhwloc 2 binds engine threads to: cpu to the package of the engine's"
              + " Worker, core to one core each, pu to one PU (hardware thread) each, always within the"
              + " PUs that the process may use. Other threads are not bound, but on Linux threads and"
              + " processes that a bound thread starts inherit its binding: those of Streaming, too.",
          "0.1");
  public static final Setting POOL_FRACTION =
      new Setting(
          "athanor.pool.fraction",
          "a number from 0.05 to 0.90",
          "0.55",
          "Share of the JVM's maximum heap for map output; what exceeds it is written to disk.",
          "0.1");
  public static final Setting POOL_SIZE =
      new Setting(
          "athanor.pool.size",
          "0 or a size from 8m to the JVM's maximum heap, such as 512m or 4g; 0 means that"
              + " athanor.pool.fraction applies",
          "0",
          "The same in bytes instead of a share.",
          "0.1");
  public static final Setting BUFFER_SIZE =
      new Setting(
          "athanor.buffer.size",
          "0 or a power of two from 4k to 16m; 0 derives it from the pool's size",
          "0",
          "Size of a buffer of the pool and of a block in a spill file.",
          "0.1");
  public static final Setting INTERMEDIATE_TIER =
      new Setting(
          "athanor.intermediate.tier",
          "any, ssd or disk",
          "any",
          "Devices of a node to which a job's map output goes that exceeds the pool: one of the local"
              + " directories that are on SSDs, or that are not, or any. A node without such a"
              + " directory uses any; one on which it is full does not.",
          "0.1");
  public static final Setting INTERMEDIATE_SSD_DIRECTORIES =
      new Setting(
          "athanor.intermediate.ssd.directories",
          "paths, separated by commas",
          "",
          "Directories of nodes that are on SSDs, with all that is in them, for"
              + " athanor.intermediate.tier, as mapreduce.cluster.local.dir or"
              + " yarn.nodemanager.local-dirs name them; empty means that the kernel of each node is"
              + " asked whether a device rotates. The kernel of a virtual machine may not know.",
          "0.1");
  public static final Setting TASK_ISOLATION =
      new Setting(
          "athanor.task.isolation",
          "classloader or shared",
          "classloader",
          "Whether each engine thread loads the classes of a job's tasks by itself, so that user code"
              + " with static state works.",
          "0.1");
  public static final Setting SKEW_MODE =
      new Setting(
          "athanor.skew.mode",
          "off, coherent or free",
          "off",
          "Where the engine may cut a partition that is much larger than others, so that several"
              + " threads reduce it, each with a reducer of its own: coherent only between groups of"
              + " keys, and only where the output is then the same, for reducers that keep nothing"
              + " from one key to the next; free anywhere, also within a group, for jobs that"
              + " tolerate that. On YARN the threads are those of the reduce's Worker.",
          "0.1");
  public static final Setting SKEW_CHUNKS =
      new Setting(
          "athanor.skew.chunks",
          "a number from 2 to 256, or 0; 0 means two per engine thread, and none if there is one thread",
          "0",
          "Into how many chunks of like size a large partition is cut, at most.",
          "0.1");
  public static final Setting CACHE =
      new Setting(
          "athanor.cache",
          "off or on",
          "off",
          "Whether files that jobs write in local file systems and HDFS also stay in the engine's"
              + " memory, for the jobs that read them next.",
          "0.1");
  public static final Setting CACHE_SIZE =
      new Setting(
          "athanor.cache.size",
          "0 or a size from 1m to half of the JVM's maximum heap, with the pool at most seven"
              + " eighths; 0 means an eighth of the heap",
          "0",
          "Memory of the cache, beside athanor.pool.size.",
          "0.1");
  public static final Setting CACHE_MODE =
      new Setting(
          "athanor.cache.mode",
          "write-through or deferred",
          "write-through",
          "What is written when: write-through writes each file as Hadoop does. deferred, which is to"
              + " write the content of a job's outputs only when something outside of the driver's process"
              + " needs it, is not offered yet: jobs with it are refused, or written through on YARN.",
          "0.1");
  public static final Setting CACHE_INPUT =
      new Setting(
          "athanor.cache.input",
          "off or on",
          "off",
          "Whether the cache also keeps what tasks read of files that are not in it, in pieces of 256 kB.",
          "0.1");
  public static final Setting HISTORY_ENABLED =
      new Setting(
          "athanor.history.enabled",
          "true or false",
          "true",
          "Whether a job's history is written when it ends.",
          "0.1");
  public static final Setting HISTORY_DIR =
      new Setting(
          "athanor.history.dir",
          "a path",
          "",
          "Directory of the job history; empty means mapreduce.jobhistory.intermediate-done-dir or"
              + " mapreduce.jobhistory.done-dir if one is configured, otherwise a directory under"
              + " hadoop.tmp.dir.",
          "0.1");

  public static final Setting DEPLOY =
      new Setting(
          "athanor.deploy",
          "auto, embedded or yarn",
          "auto",
          "Where jobs run: embedded means in the client's JVM, yarn in containers of a YARN cluster,"
              + " and auto in a cluster where the configuration names a ResourceManager and"
              + " fs.defaultFS is not local, otherwise in the client's JVM.",
          "0.1");
  public static final Setting YARN_WORKERS =
      new Setting(
          "athanor.yarn.workers",
          "a number from 0 to 10000; 0 means one per running NodeManager",
          "0",
          "Number of Workers that a session on YARN asks for, each in a container of its own.",
          "0.1");
  public static final Setting YARN_WORKER_MEMORY =
      new Setting(
          "athanor.yarn.worker.memory",
          "0 or a size from 256m, such as 4g; 0 means what a NodeManager offers beside an"
              + " ApplicationMaster",
          "0",
          "Memory of a Worker's container. The heap is a share of it:"
              + " mapreduce.job.heap.memory-mb.ratio.",
          "0.1");
  public static final Setting YARN_WORKER_OPTIONS =
      new Setting(
          "athanor.yarn.worker.java.options",
          "options of the JVM",
          "",
          "Options of a Worker's JVM, after the engine's own; -Xmx replaces the heap that follows from"
              + " the container's memory.",
          "0.1");
  public static final Setting YARN_ENGINE =
      new Setting(
          "athanor.yarn.engine",
          "a directory with the engine's jars; without a scheme, on fs.defaultFS",
          "",
          "Where containers get the engine from; empty means that the client's own jars are copied to"
              + " the staging directory, once per version. A directory file:/... is on each node.",
          "0.1");
  public static final Setting YARN_SESSION_IDLE =
      new Setting(
          "athanor.yarn.session.idle",
          "a number of seconds from 1 to 604800",
          "300",
          "A session on YARN ends, and gives its containers back, when it has had no job for so long."
              + " The next job starts another one.",
          "0.1");

  public static final Setting YARN_TLS =
      new Setting(
          "athanor.yarn.tls",
          "true or false",
          "false",
          "Whether the processes of a session on YARN speak TLS with each other, with the key stores of"
              + " Hadoop's ssl-server.xml and ssl-client.xml, which the containers must be able to read."
              + " Without it, jobs with mapreduce.job.encrypted-intermediate-data are refused.",
          "0.1");

  public static final Setting NETWORK_INTERFACE =
      new Setting(
          "athanor.network.interface",
          "the name of a network interface of each node, such as ib0",
          "",
          "The network over which the processes of a session on YARN reach each other; empty means"
              + " that of the node's name.",
          "0.1");

  public static final Setting NETWORK_SILENCE =
      new Setting(
          "athanor.network.silence",
          "a number of seconds from 10 to 3600",
          "60",
          "A process of a session on YARN counts as lost when nothing has been heard of it for so long,"
              + " as when its host has failed. It must be longer than pauses for garbage collection. An"
              + " end of the process itself is noticed at once.",
          "0.1");

  private static final List<Setting> ALL =
      List.of(
          THREADS,
          AFFINITY,
          POOL_FRACTION,
          POOL_SIZE,
          BUFFER_SIZE,
          INTERMEDIATE_TIER,
          INTERMEDIATE_SSD_DIRECTORIES,
          TASK_ISOLATION,
          SKEW_MODE,
          SKEW_CHUNKS,
          CACHE,
          CACHE_SIZE,
          CACHE_MODE,
          CACHE_INPUT,
          HISTORY_ENABLED,
          HISTORY_DIR,
          DEPLOY,
          YARN_WORKERS,
          YARN_WORKER_MEMORY,
          YARN_WORKER_OPTIONS,
          YARN_ENGINE,
          YARN_SESSION_IDLE,
          YARN_TLS,
          NETWORK_INTERFACE,
          NETWORK_SILENCE);

  private EngineKeys() {}

  public static List<Setting> all() {
    return ALL;
  }

  public static boolean isKnown(String key) {
    return ALL.stream().anyMatch(setting -> setting.name().equals(key));
  }

  /** Returns the known key that is most similar to an unknown one. */
  public static Optional<Setting> nearest(String key) {
    return ALL.stream().min(Comparator.comparingInt(setting -> distance(setting.name(), key)));
  }

  /** Returns the number of missing, additional or wrong letters. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substitute = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitute, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
