// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.List;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.sweep.SweepItem;
import org.athanor.cli.sweep.SweepProgress;

/** Shows how many jobs have ended, on a terminal only. Thread-safe. */
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
            + items.get(index).variant().scenario().jobs().size()
            + " jobs");
  }
}
