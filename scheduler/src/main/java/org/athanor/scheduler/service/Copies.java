// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.journal.CopyTables;
import org.athanor.scheduler.journal.MeasuredCopy;
import org.athanor.scheduler.journal.RaisedFile;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.workflow.DataPath;

/**
 * Copies inputs to regions, one input at a time, and takes them back when no job needs them. What a
 * file had before is in the journal before it gets more replicas, so that the next scheduler can
 * give it back, too. Thread of work only, but for the copying itself.
 */
final class Copies implements Closeable {
  /** After which it is tried again to take copies back. */
  private static final Duration TRY_AGAIN = Duration.ofMinutes(1);

  private final InputRegions regions;
  private final ClusterSource clusters;
  private final CopyTables journal;
  private final Effects.Outcomes outcomes;
  private final CopyTimes times;
  private final ExecutorService copying = thread("athanor-copies");
  private final ExecutorService takingBack = thread("athanor-take-back");
  private final Map<Placement.Key, Copy> underWay = new HashMap<>();
  private final Set<Copy> unended = new HashSet<>(); // also those that were given up
  private final Map<String, RaisedFile> raised = new HashMap<>(); // by path, as in the journal
  private final Set<String> goingBack = new HashSet<>();
  private Instant notBefore = Instant.MIN;

  Copies(
      InputRegions regions,
      ClusterSource clusters,
      CopyTables journal,
      CopyTimes times,
      Effects.Outcomes outcomes)
      throws IOException {
    this.regions = regions;
    this.clusters = clusters;
    this.journal = journal;
    this.times = times;
    this.outcomes = outcomes;
    journal.raised().forEach(file -> raised.put(file.path(), file));
  }

  private static ExecutorService thread(String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** Copies the input of a job to the region of a cluster; an earlier copy for it is given up. */
  void begin(String run, JobSpec spec, String cluster) {
    Copy copy = new Copy(new Placement.Key(run, spec.name()), spec, cluster);
    Copy earlier = underWay.put(copy.key, copy);
    if (earlier != null) {
      earlier.giveUp();
    }
    unended.add(copy);
    copying.execute(copy);
  }

  /** Gives up copies of a run that are not wanted any more. */
  void stepped(RunState after) {
    String run = after.spec().id();
    for (Copy copy : List.copyOf(underWay.values())) {
      if (copy.key.run().equals(run) && !isWanted(after.jobs().get(copy.key.job()), copy)) {
        underWay.remove(copy.key);
        copy.giveUp();
      }
    }
  }

  private static boolean isWanted(JobState job, Copy copy) {
    return job != null && !job.phase().isFinal() && job.isCopyingTo(copy.cluster);
  }

  private void ended(Copy copy) {
    unended.remove(copy);
    underWay.remove(copy.key, copy);
    if (!copy.isGivenUp()) {
      if (copy.bytes > 0) {
        MeasuredCopy measured = new MeasuredCopy(copy.region, copy.bytes, copy.seconds);
        times.add(measured);
        outcomes.later(() -> journal.copied(measured));
      }
      outcomes.happened(
          copy.key.run(), new Event.Staged(copy.key.job(), copy.cluster, copy.failure));
    }
  }

  /**
   * Takes back what no job needs: one file, and the next one when that is done, because a job that
   * needs it may come meanwhile.
   *
   * @param runs those that have not ended
   * @param all whether these are all that have not ended; if not, others may need copies
   */
  void takeBack(Collection<RunState> runs, boolean all, Instant now) {
    if (!all || !isTakeBackDue(now)) {
      return;
    }
    Set<String> busy = new HashSet<>();
    unended.forEach(copy -> busy.addAll(copy.paths));
    for (RaisedFile file : List.copyOf(raised.values())) {
      Optional<Cluster> cluster = clusters.cluster(file.cluster());
      if (cluster.isPresent()
          && !busy.contains(file.path())
          && !isNeeded(file, runs)
          && goingBack.add(file.path())) {
        takingBack.execute(() -> takeBack(cluster.get(), file, now));
        return;
      }
    }
  }

  private static boolean isNeeded(RaisedFile file, Collection<RunState> runs) {
    for (RunState run : runs) {
      for (JobSpec spec : run.spec().jobs()) {
        if (!run.job(spec.name()).phase().isFinal()
            && spec.job().inputs().stream()
                .anyMatch(input -> DataPath.of(input).overlaps(DataPath.of(file.input())))) {
          return true;
        }
      }
    }
    return false;
  }

  private void takeBack(Cluster cluster, RaisedFile file, Instant now) {
    String failure = "";
    try {
      regions.takeBack(cluster, file.path(), file.raised(), file.replicas());
    } catch (IOException | RuntimeException | Error e) {
      failure = "its copy is not taken back yet: " + message(e);
    }
    String why = failure;
    outcomes.later(
        () -> {
          goingBack.remove(file.path());
          if (unended.stream().anyMatch(copy -> copy.paths.contains(file.path()))) {
            return; // wanted again meanwhile: it is taken back after that copy
          }
          if (why.isEmpty()) {
            journal.lowered(file.path());
            raised.remove(file.path());
          } else {
            notBefore = now.plus(TRY_AGAIN);
            outcomes.notice(file.path() + ": " + why);
          }
        });
  }

  private static String message(Throwable e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  /** Whether files have more replicas for a time, and none is being taken back. */
  boolean isTakeBackDue(Instant now) {
    return !raised.isEmpty() && goingBack.isEmpty() && !now.isBefore(notBefore);
  }

  /** Whether nothing is being copied, given up or taken back. */
  boolean isIdle() {
    return unended.isEmpty() && goingBack.isEmpty();
  }

  /** One copy of one input. */
  private final class Copy implements Runnable {
    private final Placement.Key key;
    private final JobSpec spec;
    private final String cluster;
    private final Set<String> paths = new HashSet<>(); // thread of work only
    private boolean givenUp; // guarded by this, as the next one
    private Thread runner;
    private volatile String region = "";
    private volatile String failure = "";
    private volatile double bytes;
    private volatile double seconds;

    Copy(Placement.Key key, JobSpec spec, String cluster) {
      this.key = key;
      this.spec = spec;
      this.cluster = cluster;
    }

    synchronized void giveUp() {
      givenUp = true;
      if (runner != null) {
        runner.interrupt();
      }
    }

    synchronized boolean isGivenUp() {
      return givenUp;
    }

    private synchronized boolean begins() {
      if (givenUp) {
        return false;
      }
      runner = Thread.currentThread();
      return true;
    }

    /** Clears an interrupt that came too late, too. */
    private synchronized void ends() {
      runner = null;
      Thread.interrupted();
    }

    @Override
    public void run() {
      if (begins()) {
        try {
          copy();
        } catch (InterruptedException e) {
          failure = "it was given up";
        } catch (IOException | RuntimeException | Error e) { // else nobody would know
          failure = message(e);
        } finally {
          ends();
        }
      }
      outcomes.later(() -> ended(this));
    }

    private void copy() throws IOException, InterruptedException {
      Cluster target =
          clusters
              .cluster(cluster)
              .orElseThrow(
                  () -> new IOException("cluster " + cluster + " is not in the file of clusters"));
      region =
          target
              .traits()
              .region()
              .orElseThrow(() -> new IOException("cluster " + cluster + " has no region"));
      List<InputRegions.StoredFile> files =
          regions.missing(target, spec.directory(), spec.job().inputs(), region);
      write(files);
      long start = System.nanoTime();
      regions.copy(target, files, region, (file, replicas) -> copied(file, replicas));
      seconds = Math.max(1e-3, (System.nanoTime() - start) / 1e9);
      bytes = files.stream().mapToLong(InputRegions.StoredFile::bytes).sum();
    }

    /** Returns when the numbers of replicas are in the journal. */
    private void write(List<InputRegions.StoredFile> files)
        throws IOException, InterruptedException {
      CompletableFuture<Void> written = new CompletableFuture<>();
      outcomes.later(
          () -> {
            for (InputRegions.StoredFile file : files) {
              paths.add(file.path());
              RaisedFile earlier = raised.get(file.path());
              int replicas = earlier == null ? file.replicas() : earlier.replicas();
              put(new RaisedFile(file.path(), file.input(), cluster, replicas, 0));
            }
            written.complete(null);
          });
      try {
        written.get();
      } catch (ExecutionException e) {
        throw new IOException(e.getCause());
      }
    }

    private void copied(InputRegions.StoredFile file, int replicas) {
      outcomes.later(
          () -> {
            RaisedFile known = raised.get(file.path());
            if (replicas <= known.replicas()) {
              journal.lowered(file.path()); // a replica has moved: there is nothing to take back
              raised.remove(file.path());
            } else {
              put(
                  new RaisedFile(
                      known.path(), known.input(), known.cluster(), known.replicas(), replicas));
            }
          });
    }
  }

  private void put(RaisedFile file) throws IOException {
    journal.raise(file);
    raised.put(file.path(), file);
  }

  /** Copies nothing more; what is being copied goes on at the next start. */
  @Override
  public void close() {
    copying.shutdownNow();
    takingBack.shutdownNow();
  }
}
