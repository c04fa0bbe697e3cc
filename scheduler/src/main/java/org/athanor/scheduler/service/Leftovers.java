// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.athanor.scheduler.clusters.Application;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.journal.LeftAloneTables;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;

/**
 * Ends what runs of a run that is given up, as far as it can be reached: processes on this machine,
 * and then, when these submit no more, applications with exactly the tags of its attempts, on all
 * clusters of the file, because a cluster may have got another name, or its name be another one's.
 * Says what may still run. What it kills waits for no kills of runs that are worked on: those are
 * repeated, but of this run nobody thinks again. Thread-safe.
 */
final class Leftovers implements Closeable {
  /** How often clusters that know no application of an attempt are asked for it. */
  private static final int MOST_ASKS = 3;

  private final StateDirectory directory;
  private final Attempts attempts;
  private final ClusterSource clusters;
  private final ApplicationKills kills;
  private final Limits limits;

  /**
   * How long things may take.
   *
   * @param processes until they have ended
   * @param askAgain between two questions for applications that may be registered late
   * @param kill of one application, from when its turn comes
   */
  record Limits(Duration processes, Duration askAgain, Duration kill) {
    static final Limits USUAL =
        new Limits(Duration.ofSeconds(20), Duration.ofSeconds(10), Scheduler.LONGEST_KILL);
  }

  Leftovers(
      StateDirectory directory,
      Attempts attempts,
      ClusterSource clusters,
      Site site,
      Limits limits) {
    this.directory = directory;
    this.attempts = attempts;
    this.clusters = clusters;
    this.kills = new ApplicationKills(site, limits.kill());
    this.limits = limits;
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
    long deadline = System.nanoTime() + limits.processes().toNanos();
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
    applications(run, open, lines);
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

  /** The search for the applications of an attempt. */
  private static final class Search {
    private final LeftAloneTables.OpenAttempt of;
    private final String tag;
    private final Optional<Cluster> place;
    private final List<String> silent = new ArrayList<>(); // clusters, and what that means
    private boolean found;
    private boolean foundInPlace;

    Search(String run, LeftAloneTables.OpenAttempt of, Optional<Cluster> place) {
      this.of = of;
      this.tag = of.tag(run);
      this.place = place;
    }

    /** Whether the attempt may have applications that are not known yet. */
    boolean mayComeLate() {
      return !found && (place.isEmpty() || place.get().isYarn());
    }
  }

  /**
   * An application that is being told to end.
   *
   * @param what its job, its name, and where it runs
   * @param why later, why that cannot be said to have happened; empty if it was told
   */
  private record Told(String what, CompletableFuture<Optional<String>> why) {
    /** Waits for its turn and its kill, which come, because each kill is limited. */
    String line() {
      try {
        return what + why.get().map(it -> " may still run: " + it).orElse(" was told to end");
      } catch (ExecutionException failure) {
        return what + " may still run: " + failure.getCause().getMessage();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return what + " may still run: it was interrupted";
      }
    }
  }

  private void applications(
      String run, List<LeftAloneTables.OpenAttempt> open, List<String> lines) {
    List<Cluster> yarn = clusters.clusters().stream().filter(Cluster::isYarn).toList();
    List<Search> searches =
        open.stream().map(it -> new Search(run, it, clusters.cluster(it.cluster()))).toList();
    List<Told> told = new ArrayList<>();
    searches.forEach(search -> ask(search, yarn, told));
    for (int asks = 1; asks < MOST_ASKS && !yarn.isEmpty(); asks++) {
      List<Search> again = searches.stream().filter(Search::mayComeLate).toList();
      if (again.isEmpty() || isInterruptedWithin(limits.askAgain())) {
        break;
      }
      again.forEach(search -> ask(search, yarn, told));
    }
    told.forEach(each -> lines.add(each.line()));
    for (Search search : searches) {
      boolean local = search.place.isPresent() && !search.place.get().isYarn();
      if (!search.foundInPlace && !local) {
        lines.addAll(search.silent);
      }
      if (search.place.isEmpty() && !search.found) {
        lines.add(
            search.of.job()
                + ": cluster "
                + search.of.cluster()
                + " is not in the file of clusters; applications with the tag "
                + search.tag
                + " may still run there");
      }
    }
  }

  private static boolean isInterruptedWithin(Duration pause) {
    try {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void ask(Search search, List<Cluster> yarn, List<Told> told) {
    search.silent.clear();
    for (Cluster cluster : yarn) {
      ask(search, cluster, told);
    }
  }

  private void ask(Search search, Cluster cluster, List<Told> told) {
    List<Application> found;
    try {
      found = clusters.applications(cluster.name(), search.tag);
    } catch (IOException | RuntimeException e) {
      search.silent.add(
          search.of.job()
              + ": cluster "
              + cluster.name()
              + " does not answer, so applications with the tag "
              + search.tag
              + " may still run there: "
              + e.getMessage());
      return;
    }
    for (Application application : found) {
      search.found = true;
      search.foundInPlace |= cluster.name().equals(search.of.cluster());
      if (!application.state().ended()) {
        told.add(
            new Told(
                search.of.job() + ": " + application.id() + " on cluster " + cluster.name(),
                kills.kill(cluster, application.id())));
      }
    }
  }

  /** Ends the threads of kills. */
  @Override
  public void close() {
    kills.close();
  }
}
