// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.athanor.scheduler.policy.Policy;
import org.athanor.simulator.file.ClustersVariant;
import org.athanor.simulator.hdfs.NoRoomException;
import org.athanor.simulator.run.StalledException;

/**
 * Runs items in threads: first all jobs alone, for predictions, then each item. Results depend
 * neither on each other nor on the number of threads.
 */
public final class PlacedSweep {
  private final int threads;
  private final PlacedProgress progress;
  private final Function<String, Policy> policies;

  /**
   * @param threads from 1
   * @param policies by name, each of which keeps nothing between calls
   */
  public PlacedSweep(int threads, PlacedProgress progress, Function<String, Policy> policies) {
    this.threads = threads;
    this.progress = progress;
    this.policies = policies;
  }

  /** What could be prepared of a variant. */
  private record Prepared(Optional<PlacedRuns> runs, String failure) {}

  /**
   * Runs items.
   *
   * @return an outcome for each item, in their order
   * @throws InterruptedException if this thread is interrupted; no simulation goes on
   */
  public List<PlacedOutcome> run(List<PlacedItem> items) throws InterruptedException {
    AloneRuns alone = new AloneRuns(threads, progress);
    IdentityHashMap<ClustersVariant, Prepared> prepared = new IdentityHashMap<>();
    for (PlacedItem item : items) {
      if (!prepared.containsKey(item.variant())) {
        prepared.put(item.variant(), prepare(item.variant(), alone));
      }
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<PlacedOutcome>> started = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        int index = i;
        PlacedItem item = items.get(index);
        Prepared ready = prepared.get(item.variant());
        started.add(pool.submit(() -> run(item, index, ready)));
      }
      List<PlacedOutcome> outcomes = new ArrayList<>();
      for (Future<PlacedOutcome> each : started) {
        outcomes.add(each.get());
      }
      return outcomes;
    } catch (ExecutionException error) {
      if (error.getCause() instanceof Error serious) {
        throw serious;
      }
      throw (RuntimeException) error.getCause();
    } finally {
      pool.shutdownNow();
    }
  }

  private static Prepared prepare(ClustersVariant variant, AloneRuns alone)
      throws InterruptedException {
    try {
      return new Prepared(Optional.of(new PlacedRuns(variant, alone)), "");
    } catch (NoRoomException | StalledException | IllegalArgumentException impossible) {
      return new Prepared(Optional.empty(), impossible.getMessage());
    }
  }

  private PlacedOutcome run(PlacedItem item, int index, Prepared ready) {
    if (ready.runs().isEmpty()) {
      return new PlacedOutcome(item, Optional.empty(), ready.failure());
    }
    try {
      PlacedRun run =
          ready
              .runs()
              .get()
              .run(item, policies.apply(item.policy()), jobs -> progress.jobsEnded(index, jobs));
      return new PlacedOutcome(item, Optional.of(run), "");
    } catch (NoRoomException | StalledException | IllegalArgumentException impossible) {
      return new PlacedOutcome(item, Optional.empty(), impossible.getMessage());
    } catch (RuntimeException defect) {
      // The other items have results.
      return new PlacedOutcome(item, Optional.empty(), "the simulator failed: " + defect);
    }
  }
}
