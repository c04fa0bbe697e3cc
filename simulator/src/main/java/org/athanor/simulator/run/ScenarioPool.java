// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Runs several scenarios at once, each in a thread. */
public final class ScenarioPool {
  private ScenarioPool() {}

  /**
   * Runs scenarios. Their results depend neither on each other nor on the number of threads.
   *
   * @param threads from 1
   * @param timeline whether results have what happened over time, too
   * @param jobEnded gets the index of a scenario when a job or an access of it ends; called by
   *     several threads
   * @return an outcome for each scenario, in their order
   */
  public static List<RunOutcome> run(
      List<Scenario> scenarios, int threads, boolean timeline, IntConsumer jobEnded)
      throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<RunOutcome>> started = new ArrayList<>();
      for (int i = 0; i < scenarios.size(); i++) {
        int index = i;
        started.add(
            pool.submit(
                () -> RunOutcome.of(scenarios.get(index), timeline, () -> jobEnded.accept(index))));
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
}
