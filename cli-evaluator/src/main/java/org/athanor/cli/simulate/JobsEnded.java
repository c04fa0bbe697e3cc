// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.List;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.sweep.SweepItem;
import org.athanor.cli.sweep.SweepProgress;
import org.athanor.simulator.run.Scenario;

/** Shows how many jobs and accesses have ended, on a terminal only. Thread-safe. */
final class JobsEnded implements SweepProgress {
  private static final long PAUSE_NANOS = 100_000_000;

  private final List<Variant> variants;
  private final ProgressText line;
  private final int[] ended;
  private long shown = System.nanoTime();

  /**
   * What is run.
   *
   * @param all that has to end, such as {@code 12 jobs}
   */
  record Variant(String name, String all) {}

  JobsEnded(List<Variant> variants, ProgressText line) {
    this.variants = variants;
    this.line = line;
    this.ended = new int[variants.size()];
  }

  /** Of the items of a sweep. */
  static JobsEnded of(List<SweepItem> items, ProgressText line) {
    return new JobsEnded(
        items.stream()
            .map(item -> new Variant(item.variant().name(), all(item.variant().scenario())))
            .toList(),
        line);
  }

  @Override
  public synchronized void jobsEnded(int index, int jobs) {
    ended[index] += jobs;
    long now = System.nanoTime();
    if (now - shown < PAUSE_NANOS) {
      return;
    }
    shown = now;
    line.show(
        "variant "
            + (index + 1)
            + " of "
            + ended.length
            + ", "
            + variants.get(index).name()
            + ": "
            + ended[index]
            + " of "
            + variants.get(index).all());
  }

  private static String all(Scenario scenario) {
    int jobs = scenario.jobs().size();
    int accesses = scenario.accessCount();
    return jobs
        + accesses
        + (accesses == 0 ? " jobs" : jobs == 0 ? " accesses" : " jobs and accesses");
  }
}
