// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterMonitors;
import org.athanor.scheduler.clusters.ClustersFile;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.pool.Pools;
import org.athanor.scheduler.pool.PoolsFile;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;

/** A scheduler with two clusters that are both this machine, so that only clocks limit it. */
final class LocalScheduler implements Closeable {
  private static final int LOOK_MILLIS = 20;

  private final StateDirectory.Leadership leadership;
  private final Attempts attempts;
  private final ClusterMonitors monitors;
  final Journal journal;
  final Scheduler scheduler;

  LocalScheduler(Path directory, List<String> notices) throws IOException, InterruptedException {
    this(directory, notices, List.of("a", "b"));
  }

  LocalScheduler(Path directory, List<String> notices, List<String> names)
      throws IOException, InterruptedException {
    this(directory, notices, names, InstantSource.system(), Optional.empty());
  }

  LocalScheduler(Path directory, List<String> notices, List<String> names, InstantSource wall)
      throws IOException, InterruptedException {
    this(directory, notices, names, wall, Optional.empty());
  }

  LocalScheduler(
      Path directory,
      List<String> notices,
      List<String> names,
      InstantSource wall,
      Optional<Scheduler.Catalogue> catalogue)
      throws IOException, InterruptedException {
    this(directory, notices, text(names), "finish-time", new LocalSite(), wall, catalogue);
  }

  LocalScheduler(Path directory, List<String> notices, String text, String policy, Site site)
      throws IOException, InterruptedException {
    this(directory, notices, text, policy, site, InstantSource.system());
  }

  LocalScheduler(
      Path directory,
      List<String> notices,
      String text,
      String policy,
      Site site,
      InstantSource clock)
      throws IOException, InterruptedException {
    this(
        directory,
        notices,
        text,
        policy,
        site,
        Journal::open,
        clock,
        InstantSource.system(),
        Optional.empty());
  }

  /** Opens the journal of a state directory. */
  @FunctionalInterface
  interface Journals {
    Journal open(Path directory) throws IOException;
  }

  private static String text(List<String> names) {
    StringBuilder text = new StringBuilder("clusters:\n");
    names.forEach(name -> text.append("  ").append(name).append(": {kind: local, memory: 8g}\n"));
    return text.toString();
  }

  LocalScheduler(
      Path directory,
      List<String> notices,
      String text,
      String policy,
      Site site,
      InstantSource wall,
      Optional<Scheduler.Catalogue> catalogue)
      throws IOException, InterruptedException {
    this(
        directory,
        notices,
        text,
        policy,
        site,
        Journal::open,
        InstantSource.system(),
        wall,
        catalogue);
  }

  LocalScheduler(
      Path directory,
      List<String> notices,
      String text,
      String policy,
      Site site,
      Journals journals,
      InstantSource clock,
      InstantSource wall,
      Optional<Scheduler.Catalogue> catalogue)
      throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("clusters.yaml"), text);
    List<Cluster> clusters = ClustersFile.read(file).clusters();
    StateDirectory state = StateDirectory.create(directory.resolve("state"));
    this.leadership = state.lead().orElseThrow();
    this.journal = journals.open(state.path());
    this.attempts = new Attempts(Duration.ofMillis(300));
    this.monitors =
        ClusterMonitors.start(
            clusters, tag -> true, ClusterMonitors.Settings.USUAL, Clock.systemUTC());
    this.scheduler =
        new Scheduler(
            state,
            journal,
            attempts,
            monitors,
            site,
            new Scheduler.Settings(
                PolicyChoice.named(policy),
                new Pools(PoolsFile.read(directory.resolve("pools.yaml")).pools()),
                monitors.network(),
                1,
                true,
                Optional.empty(),
                catalogue,
                clock,
                wall),
            notices::add);
  }

  /** Submits a workflow. */
  void submit(String run, Path file) throws IOException {
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    if (!tree.problems().isEmpty()) {
      throw new IOException(tree.problems().toString());
    }
    scheduler.submit(run, file, Map.of(), tree);
  }

  ClusterMonitors clusters() {
    return monitors;
  }

  /**
   * Works until something is so that the scheduler is not told, such as that a job has written a
   * file: it looks each {@value #LOOK_MILLIS} ms, not only when the scheduler has something to do.
   */
  void workUntil(BooleanSupplier isSo) throws IOException, InterruptedException {
    ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
    try {
      ScheduledFuture<?> unused =
          looks.scheduleWithFixedDelay(
              () -> scheduler.later(() -> {}), 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
      scheduler.work(isSo);
    } finally {
      looks.shutdownNow();
    }
  }

  /** Works until nothing is left to do. */
  void workToTheEnd() throws IOException, InterruptedException {
    scheduler.work(() -> scheduler.active().isEmpty() && scheduler.isIdle());
  }

  RunState state(String run) throws IOException {
    return StoredRuns.load(journal, run);
  }

  /** A process that submits the workflow, unless it was submitted, and works to the end. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    try (LocalScheduler local = new LocalScheduler(directory, new java.util.ArrayList<>())) {
      local.submit("campaign", directory.resolve("w.yaml"));
      local.workToTheEnd();
    }
  }

  @Override
  public void close() throws IOException {
    scheduler.close();
    attempts.close();
    monitors.close();
    journal.close();
    leadership.close();
  }
}
