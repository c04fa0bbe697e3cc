// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.athanor.simulator.hdfs.NoRoomException;

/** Runs several scenarios at once, each in a thread. */
public final class ScenarioPool {
  private ScenarioPool() {}

  /**
   * Runs scenarios. Their results depend neither on each other nor on the number of threads.
   *
   * @param threads from 1
   * @param jobEnded gets the index of a scenario when a job of it ends; called by several threads
   * @return an outcome for each scenario, in their order
   */
  public static List<RunOutcome> run(List<Scenario> scenarios, int threads, IntConsumer jobEnded)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<RunOutcome>> started = new ArrayList<>();
      for (int i = 0; i < scenarios.size(); i++) {
        int index = i;
        started.add(pool.submit(() -> outcome(scenarios.get(index), () -> jobEnded.accept(index))));
      }
      List<RunOutcome> outcomes = new ArrayList<>();
      for (Future<RunOutcome> each : started) {
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

  private static RunOutcome outcome(Scenario scenario, Runnable jobEnded) {
    long start = System.nanoTime();
    Optional<RunResult> result = Optional.empty();
    String failure = "";
    try {
      result = Optional.of(ClusterRun.run(scenario, job -> jobEnded.run()));
    } catch (NoRoomException | StalledException | IllegalArgumentException impossible) {
      failure = impossible.getMessage();
    } catch (RuntimeException defect) {
      // The other scenarios have results.
      failure = "the simulator failed: " + defect;
    }
    return new RunOutcome(result, failure, (System.nanoTime() - start) / 1e9);
  }
}
