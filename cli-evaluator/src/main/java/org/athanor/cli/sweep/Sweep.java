// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.sweep;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.athanor.simulator.run.RunOutcome;
import org.athanor.simulator.run.RunSummary;
import org.athanor.simulator.run.ScenarioPool;

/**
 * What is run, and what became of it.
 *
 * @param items in the order in which they are shown
 * @param outcomes of the items
 */
public record Sweep(List<SweepItem> items, List<RunOutcome> outcomes) {

  /**
   * Runs items in threads.
   *
   * @param timeline whether results have what happened over time, too
   */
  public static Sweep inThreads(
      List<SweepItem> items, int threads, boolean timeline, SweepProgress progress)
      throws InterruptedException {
    return new Sweep(
        items,
        ScenarioPool.run(
            items.stream().map(item -> item.variant().scenario()).toList(),
            threads,
            timeline,
            index -> progress.jobsEnded(index, 1)));
  }

  /** The run of an item; empty if it has no result. */
  public Optional<VariantRun> run(int index) {
    SweepItem item = items.get(index);
    RunOutcome outcome = outcomes.get(index);
    return outcome
        .result()
        .map(
            result ->
                new VariantRun(
                    item.variant(),
                    item.repetition(),
                    result,
                    RunSummary.of(result),
                    outcome.wallSeconds()));
  }

  /** The runs of the items that have a result, in their order. */
  public List<VariantRun> runs() {
    return IntStream.range(0, items.size()).mapToObj(this::run).flatMap(Optional::stream).toList();
  }
}
