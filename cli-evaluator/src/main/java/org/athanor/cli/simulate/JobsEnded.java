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

  private final List<SweepItem> items;
  private final ProgressText line;
  private final int[] ended;
  private long shown = System.nanoTime();

  JobsEnded(List<SweepItem> items, ProgressText line) {
    this.items = items;
    this.line = line;
    this.ended = new int[items.size()];
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
            + items.get(index).variant().name()
            + ": "
            + ended[index]
            + " of "
            + all(items.get(index).variant().scenario()));
  }

  private static String all(Scenario scenario) {
    int jobs = scenario.jobs().size();
    int accesses = scenario.accessCount();
    return jobs
        + accesses
        + (accesses == 0 ? " jobs" : jobs == 0 ? " accesses" : " jobs and accesses");
  }
}
