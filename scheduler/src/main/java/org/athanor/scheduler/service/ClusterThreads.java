// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for each cluster, so that a ResourceManager that does not answer keeps nothing of other
 * clusters waiting. There are at most so many for each cluster as the constructor says, and none
 * for a cluster that has nothing to do for a while. Thread-safe.
 */
final class ClusterThreads implements Closeable {
  private static final long IDLE_SECONDS = 10;

  private final int atOnce;
  private final String name;
  private final Map<String, ExecutorService> threads = new ConcurrentHashMap<>();

  /**
   * Makes it.
   *
   * @param atOnce most threads of a cluster, from 1
   * @param name of the threads; that of the cluster follows
   */
  ClusterThreads(int atOnce, String name) {
    this.atOnce = atOnce;
    this.name = name;
  }

  /** Does something about a cluster, after what came before it if all threads are busy. */
  void execute(String cluster, Runnable task) {
    threads.computeIfAbsent(cluster, this::of).execute(task);
  }

  private ExecutorService of(String cluster) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            atOnce,
            atOnce,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, name + "-" + cluster);
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Does nothing more, and interrupts what is under way. */
  @Override
  public void close() {
    threads.values().forEach(ExecutorService::shutdownNow);
  }
}
