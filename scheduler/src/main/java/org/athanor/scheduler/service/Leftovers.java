// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.journal.LeftAloneTables;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;

/**
 * Ends what runs of a run that is given up, as far as it can be reached: processes on this machine,
 * and applications with exactly the tags of its attempts, on any cluster of the file, because a
 * cluster may have got another name. Says what may still run. Thread-safe.
 */
final class Leftovers {
  private final StateDirectory directory;
  private final Attempts attempts;
  private final ClusterSource clusters;
  private final Site site;
  private final Duration patience;

  /**
   * Makes it.
   *
   * @param patience how long processes may take to end
   */
  Leftovers(
      StateDirectory directory,
      Attempts attempts,
      ClusterSource clusters,
      Site site,
      Duration patience) {
    this.directory = directory;
    this.attempts = attempts;
    this.clusters = clusters;
    this.site = site;
    this.patience = patience;
  }

  /**
   * Ends them.
   *
   * @param told called once, by another thread, with a line for each thing that was ended or may
   *     still run; each begins with its job
   */
  void end(String run, List<LeftAloneTables.OpenAttempt> open, Consumer<List<String>> told) {
    Thread thread = new Thread(() -> told.accept(look(run, open)), "athanor-leftovers");
    thread.setDaemon(true);
    thread.start();
  }

  /** Whatever happens, it is told, so that the run does not stay as it is. */
  private List<String> look(String run, List<LeftAloneTables.OpenAttempt> open) {
    try {
      return end(run, open);
    } catch (RuntimeException | Error e) {
      List<String> lines = new ArrayList<>();
      for (LeftAloneTables.OpenAttempt each : open) {
        lines.add(each.job() + ": whatever has the tag " + each.tag(run) + " may still run: " + e);
      }
      return lines;
    }
  }

  private List<String> end(String run, List<LeftAloneTables.OpenAttempt> open) {
    Map<LeftAloneTables.OpenAttempt, CountDownLatch> ends = new LinkedHashMap<>();
    for (LeftAloneTables.OpenAttempt each : open) {
      CountDownLatch end = new CountDownLatch(1);
      String tag = each.tag(run);
      attempts.attach(
          tag,
          directory.attempt(run, each.job(), each.number()),
          each.process(),
          how -> end.countDown());
      attempts.kill(tag);
      ends.put(each, end);
    }
    List<String> lines = new ArrayList<>();
    for (LeftAloneTables.OpenAttempt each : open) {
      applications(each, each.tag(run), lines);
    }
    long deadline = System.nanoTime() + patience.toNanos();
    ends.forEach(
        (each, end) -> {
          if (!isOver(end, deadline - System.nanoTime())) {
            lines.add(
                each.job()
                    + ": processes with ATHANOR_SCHEDULE_ATTEMPT="
                    + each.tag(run)
                    + " in their environment may still run on this machine");
          }
        });
    return lines;
  }

  private static boolean isOver(CountDownLatch end, long nanos) {
    try {
      return end.await(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void applications(LeftAloneTables.OpenAttempt of, String tag, List<String> lines) {
    Optional<Cluster> place = clusters.cluster(of.cluster());
    boolean found = false;
    for (Cluster cluster : place.map(List::of).orElse(clusters.clusters())) {
      if (cluster.kind() instanceof Kind.Yarn) {
        found |= applications(of, cluster, tag, lines);
      }
    }
    if (place.isEmpty() && !found) {
      lines.add(
          of.job()
              + ": cluster "
              + of.cluster()
              + " is not in the file of clusters; applications with the tag "
              + tag
              + " may still run there");
    }
  }

  /** Returns whether the cluster knows applications of the attempt. */
  private boolean applications(
      LeftAloneTables.OpenAttempt of, Cluster cluster, String tag, List<String> lines) {
    List<Application> found;
    try {
      found = clusters.applications(cluster.name(), tag);
    } catch (IOException | RuntimeException e) {
      lines.add(
          of.job()
              + ": cluster "
              + cluster.name()
              + " does not answer, so applications with the tag "
              + tag
              + " may still run there: "
              + e.getMessage());
      return false;
    }
    for (Application application : found) {
      if (!application.state().ended()) {
        String where = application.id() + " on cluster " + cluster.name();
        try {
          site.kill(cluster, application.id());
          lines.add(of.job() + ": " + where + " was told to end");
        } catch (IOException | RuntimeException e) {
          lines.add(of.job() + ": " + where + " may still run: " + e.getMessage());
        }
      }
    }
    return !found.isEmpty();
  }
}
