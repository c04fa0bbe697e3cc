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
import java.util.concurrent.atomic.AtomicBoolean;
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

  /** The limit of one kill. */
  Duration limit() {
    return limit;
  }

  /**
   * Tells the ResourceManager to end an application. Does not wait.
   *
   * @return later, why that cannot be said to have happened; empty if it was told
   */
  CompletableFuture<Optional<String>> kill(Cluster cluster, String application) {
    return kill(cluster, application, new AtomicBoolean());
  }

  /**
   * As above, but if its turn does not come within a time, because earlier kills take so long, the
   * ResourceManager is not told.
   */
  CompletableFuture<Optional<String>> kill(Cluster cluster, String application, Duration turn) {
    AtomicBoolean taken = new AtomicBoolean();
    CompletableFuture<Optional<String>> why = kill(cluster, application, taken);
    ScheduledFuture<?> unused =
        clock.schedule(
            () -> {
              if (taken.compareAndSet(false, true)) {
                why.complete(
                    Optional.of(
                        "it was not told to end, because others take longer than "
                            + turn.toSeconds()
                            + " s"));
              }
            },
            turn.toNanos(),
            TimeUnit.NANOSECONDS);
    return why;
  }

  /**
   * Lets a thread of the cluster tell it.
   *
   * @param taken set by whoever decides whether it is told: the thread, or a limit
   */
  private CompletableFuture<Optional<String>> kill(
      Cluster cluster, String application, AtomicBoolean taken) {
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
          if (!taken.compareAndSet(false, true)) {
            return;
          }
          ScheduledFuture<?> end =
              clock.schedule(
                  () -> {
                    why.complete(Optional.of(late()));
                    kill.cancel(true);
                  },
                  limit.toNanos(),
                  TimeUnit.NANOSECONDS);
          kill.run();
          end.cancel(false);
        });
    return why;
  }

  /** Why a kill that took too long is not known to have happened. */
  String late() {
    return "no answer within " + limit.toSeconds() + " s";
  }

  /** Does nothing more. What was not told to end, the next scheduler tells. */
  @Override
  public void close() {
    threads.close();
    clock.shutdownNow();
  }
}
