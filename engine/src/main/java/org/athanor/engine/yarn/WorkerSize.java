// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.YarnSettings;

/**
 * How many Workers a session asks for, and how large their containers are. Immutable.
 *
 * @param workers number of Workers, at least 1
 * @param memoryMb memory of a container
 * @param vcores vcores of a container
 * @param threads engine threads of a Worker
 */
public record WorkerSize(int workers, int memoryMb, int vcores, int threads) {
  private static final String PREFIX = "athanor.internal.yarn.";

  /**
   * Derives what the settings leave open. One Worker per node takes what the nodes offer beside the
   * ApplicationMaster, which one of them runs; of nodes that differ, the median.
   *
   * @param nodes those that run
   * @param largest container that the scheduler allows
   * @throws IOException if a container would be larger than allowed, or no node runs; one line
   */
  public static WorkerSize of(
      YarnSettings settings, Configuration conf, List<NodeReport> nodes, Resource largest)
      throws IOException {
    if (nodes.isEmpty()) {
      throw new IOException("no NodeManager runs: a job on YARN needs at least one");
    }
    check("yarn.app.mapreduce.am.resource.mb", settings.masterMemoryMb(), largest);
    check(EngineKeys.YARN_WORKER_MEMORY.name(), settings.workerMemoryMb(), largest);
    int step =
        Math.max(
            1,
            conf.getInt(
                YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
                YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB));
    int nodeMemory = (int) median(nodes.stream().mapToLong(n -> n.getCapability().getMemorySize()));
    int nodeVcores =
        (int) median(nodes.stream().mapToLong(n -> n.getCapability().getVirtualCores()));
    return new WorkerSize(
        settings.workers() > 0 ? settings.workers() : nodes.size(),
        settings.workerMemoryMb() > 0
            ? settings.workerMemoryMb()
            : memory(nodeMemory, settings.masterMemoryMb(), step, largest),
        vcores(settings, nodeVcores, largest),
        settings.workerThreads() > 0 ? settings.workerThreads() : Math.max(1, nodeVcores));
  }

  private static int memory(int node, int master, int step, Resource largest) throws IOException {
    int masterRounded = (master + step - 1) / step * step;
    long left = Math.min(node - masterRounded, largest.getMemorySize()) / step * step;
    if (left < step) {
      throw new IOException(
          "nodes of "
              + node
              + " MB have no room for a Worker beside an ApplicationMaster of "
              + masterRounded
              + " MB; lower yarn.app.mapreduce.am.resource.mb");
    }
    return (int) left;
  }

  /** With the threads that a user has set, as many vcores; else, what the master leaves. */
  private static int vcores(YarnSettings settings, int node, Resource largest) {
    int wanted =
        settings.workerThreads() > 0 ? settings.workerThreads() : node - settings.masterVcores();
    return Math.max(1, Math.min(wanted, largest.getVirtualCores()));
  }

  private static void check(String key, int memoryMb, Resource largest) throws IOException {
    if (memoryMb > largest.getMemorySize()) {
      throw new IOException(
          key
              + ": a container of "
              + memoryMb
              + " MB is larger than the cluster allows ("
              + largest.getMemorySize()
              + " MB, "
              + YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB
              + ")");
    }
  }

  private static long median(java.util.stream.LongStream values) {
    long[] sorted = values.sorted().toArray();
    return sorted[(sorted.length - 1) / 2];
  }

  /** Writes this to the configuration of the session's processes. */
  void writeTo(Configuration conf) {
    conf.setInt(PREFIX + "workers", workers);
    conf.setInt(PREFIX + "worker.memory.mb", memoryMb);
    conf.setInt(PREFIX + "worker.vcores", vcores);
    conf.setInt(PREFIX + "worker.threads", threads);
  }

  /** Reads what {@link #writeTo} wrote. */
  public static WorkerSize readFrom(Configuration conf) {
    return new WorkerSize(
        conf.getInt(PREFIX + "workers", 1),
        conf.getInt(PREFIX + "worker.memory.mb", 0),
        conf.getInt(PREFIX + "worker.vcores", 1),
        conf.getInt(PREFIX + "worker.threads", 1));
  }
}
