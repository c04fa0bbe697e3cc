// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterSource;
import org.athanor.scheduler.journal.Journal;
import org.athanor.scheduler.run.Event;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunSpec;
import org.athanor.scheduler.run.RunState;
import org.athanor.scheduler.run.WorkflowTree;

/**
 * Runs that have ended, and shall go on: their files are read again, and the inputs of their jobs
 * that succeeded are measured before. Thread of work only.
 */
final class Retries {
  private final Journal journal;
  private final ClusterSource clusters;
  private final Effects effects;
  private final Refusals refusals;
  private final Runs runs;
  private final Map<String, CompletableFuture<Void>> measuring = new HashMap<>(); // by run

  /** Lets runs go on. */
  @FunctionalInterface
  interface Runs {
    /**
     * Goes on with a run.
     *
     * @param submission with the files as they are now
     * @param old as it ended
     */
    void again(Journal.Submission submission, RunState old, Event.RetryAsked asked)
        throws IOException;
  }

  Retries(Journal journal, ClusterSource clusters, Effects effects, Refusals refusals, Runs runs) {
    this.journal = journal;
    this.clusters = clusters;
    this.effects = effects;
    this.refusals = refusals;
    this.runs = runs;
  }

  /** Whether no run is about to go on. */
  boolean isIdle() {
    return measuring.isEmpty();
  }

  /** Lets a run not go on; does nothing if it is not about to. */
  void giveUp(String id, String reason) {
    CompletableFuture<Void> begun = measuring.remove(id);
    if (begun != null) {
      begun.completeExceptionally(new IOException("run " + id + ": " + reason));
    }
  }

  /** As {@link Scheduler#retry}, of a run that has ended. */
  CompletableFuture<Void> begin(String id) throws IOException {
    if (measuring.containsKey(id)) {
      return measuring.get(id);
    }
    refusals.check(id);
    Journal.Stored stored =
        journal.run(id).orElseThrow(() -> new IOException("run " + id + ": there is none"));
    WorkflowTree tree =
        WorkflowTree.read(stored.submission().file(), stored.submission().parameters());
    if (!tree.problems().isEmpty()) {
      throw new IOException(
          "run " + id + ": " + tree.problems().get(0) + "; put it right, or submit a new run");
    }
    refusals.check(tree);
    RunState old = StoredRuns.load(journal, id);
    Map<JobSpec, Cluster> where = new LinkedHashMap<>();
    for (JobSpec job : tree.jobs()) {
      JobState was = old.jobs().get(job.name());
      if (was != null && was.phase() == Phase.SUCCEEDED && was.input().digest().length() > 0) {
        clusters.cluster(was.attempt().cluster()).ifPresent(it -> where.put(job, it));
      }
    }
    CompletableFuture<Void> begun = new CompletableFuture<>();
    measuring.put(id, begun);
    if (where.isEmpty()) {
      goOn(stored, tree, old, Map.of(), Optional.empty());
    } else {
      effects.measure(where, (inputs, failure) -> goOn(stored, tree, old, inputs, failure));
    }
    return begun;
  }

  /** The inputs are measured, unless there is a failure. */
  private void goOn(
      Journal.Stored stored,
      WorkflowTree tree,
      RunState old,
      Map<String, JobState.Input> inputs,
      Optional<String> failure)
      throws IOException {
    String id = stored.id();
    CompletableFuture<Void> begun = measuring.remove(id);
    if (begun == null) {
      return; // it was given up meanwhile
    }
    List<String> problems = failure.map(List::of).orElse(refusals.of(tree));
    if (!problems.isEmpty()) {
      begun.completeExceptionally(
          new IOException("run " + id + ": " + String.join("\n", problems)));
      return;
    }
    runs.again(
        new Journal.Submission(
            stored.submission().file(), stored.submission().parameters(), tree.files()),
        old,
        new Event.RetryAsked(RunSpec.of(id, stored.submitted(), tree), inputs));
    begun.complete(null);
  }
}
