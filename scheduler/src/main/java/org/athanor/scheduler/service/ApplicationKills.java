// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.athanor.scheduler.clusters.Cluster;

/**
 * Tells ResourceManagers to end applications. By Hadoop's defaults a client waits a quarter of an
 * hour for one that does not answer, and for ever for an application that does not end; here each
 * kill is interrupted after a limit, and each cluster has threads of its own. Thread-safe.
 */
final class ApplicationKills implements Closeable {
  /** Of each cluster. */
  private static final int AT_ONCE = 4;

  private final Site site;
  private final Duration limit;
  private final ClusterThreads threads = new ClusterThreads(AT_ONCE, "athanor-kills");
  private final ClusterThreads searches = new ClusterThreads(AT_ONCE, "athanor-kill-searches");
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "athanor-kill-limits");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * Makes it.
   *
   * @param limit of one kill, from its start
   */
  ApplicationKills(Site site, Duration limit) {
    this.site = site;
    this.limit = limit;
  }

  /**
   * Tells the ResourceManager to end an application, after the kills before it. Does not wait.
   *
   * @return later, why that cannot be said to have happened; empty if it was told
   */
  CompletableFuture<Optional<String>> kill(Cluster cluster, String application) {
    CompletableFuture<Optional<String>> why = new CompletableFuture<>();
    FutureTask<Void> kill =
        new FutureTask<>(
            () -> {
              try {
                site.kill(cluster, application);
                why.complete(Optional.empty());
              } catch (IOException
                  | RuntimeException
                  | Error e) { // else nobody would know that it failed
                why.complete(Optional.of(e.getMessage() == null ? e.toString() : e.getMessage()));
              }
              return null;
            });
    threads.execute(
        cluster.name(),
        () -> {
          ScheduledFuture<?> end =
              clock.schedule(
                  () -> {
                    why.complete(Optional.of("no answer within " + limit.toSeconds() + " s"));
                    kill.cancel(true);
                  },
                  limit.toNanos(),
                  TimeUnit.NANOSECONDS);
          kill.run();
          end.cancel(false);
        });
    return why;
  }

  /**
   * Finds out what to end, on threads of their own, so that what was found need not wait until all
   * others were looked for.
   *
   * @param search waits for nothing but the ResourceManager, and has limits of its own
   */
  void search(Cluster cluster, Runnable search) {
    searches.execute(cluster.name(), search);
  }

  /** Does nothing more. What was not told to end, the next scheduler tells. */
  @Override
  public void close() {
    searches.close();
    threads.close();
    clock.shutdownNow();
  }
}
