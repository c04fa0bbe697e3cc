// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The settings of a session on YARN, read and checked once. Zero means that a number follows from
 * what the cluster offers.
 *
 * @param workers number of Workers, or 0
 * @param workerMemoryMb memory of a Worker's container in MB, or 0
 * @param workerThreads engine threads of a Worker, or 0
 * @param workerOptions options of a Worker's JVM; may be empty
 * @param engine a directory with the engine's jars; empty for the client's own
 * @param idleSeconds after how long without a job the session ends
 * @param tls whether the session's processes speak TLS with each other
 * @param silence of a process of the session until it counts as lost
 * @param masterMemoryMb memory of the ApplicationMaster's container in MB, as for Hadoop's own
 * @param masterVcores its vcores, as for Hadoop's own
 */
public record YarnSettings(
    int workers,
    int workerMemoryMb,
    int workerThreads,
    String workerOptions,
    String engine,
    int idleSeconds,
    boolean tls,
    Duration silence,
    int masterMemoryMb,
    int masterVcores) {
  private static final long MIN_WORKER_MEMORY_MB = 256;
  private static final int MAX_WORKERS = 10_000;
  private static final int MAX_THREADS = 1024;
  private static final int MAX_IDLE_SECONDS = 604_800;
  private static final int MIN_SILENCE_SECONDS = 10;
  private static final int MAX_SILENCE_SECONDS = 3600;

  /**
   * Reads the settings.
   *
   * @throws InvalidSettingException if a setting is invalid; the message names the first one
   */
  public static YarnSettings of(Configuration conf) {
    return new YarnSettings(
        (int) Values.number(conf, EngineKeys.YARN_WORKERS, 0, MAX_WORKERS),
        workerMemoryMb(conf),
        (int) Values.number(conf, EngineKeys.THREADS, 0, MAX_THREADS),
        Values.text(conf, EngineKeys.YARN_WORKER_OPTIONS),
        Values.text(conf, EngineKeys.YARN_ENGINE),
        (int) Values.number(conf, EngineKeys.YARN_SESSION_IDLE, 1, MAX_IDLE_SECONDS),
        Values.isTrue(conf, EngineKeys.YARN_TLS),
        Duration.ofSeconds(
            Values.number(
                conf, EngineKeys.NETWORK_SILENCE, MIN_SILENCE_SECONDS, MAX_SILENCE_SECONDS)),
        conf.getInt(MRJobConfig.MR_AM_VMEM_MB, MRJobConfig.DEFAULT_MR_AM_VMEM_MB),
        conf.getInt(MRJobConfig.MR_AM_CPU_VCORES, MRJobConfig.DEFAULT_MR_AM_CPU_VCORES));
  }

  private static int workerMemoryMb(Configuration conf) {
    long mb = Values.size(conf, EngineKeys.YARN_WORKER_MEMORY) >> 20;
    boolean derived = Values.size(conf, EngineKeys.YARN_WORKER_MEMORY) == 0;
    if (mb > Integer.MAX_VALUE || (mb < MIN_WORKER_MEMORY_MB && !derived)) {
      throw Values.invalid(conf, EngineKeys.YARN_WORKER_MEMORY);
    }
    return (int) mb;
  }
}
