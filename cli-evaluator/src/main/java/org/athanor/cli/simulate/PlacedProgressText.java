// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.placed.PlacedItem;
import org.athanor.cli.placed.PlacedProgress;

/** Shows how far {@code simulate schedule} is, on a terminal only. Thread-safe. */
final class PlacedProgressText implements PlacedProgress {
  private static final long PAUSE_NANOS = 100_000_000;

  private final JobsEnded ended;
  private final ProgressText line;
  private final AtomicLong shown = new AtomicLong(System.nanoTime());

  PlacedProgressText(List<PlacedItem> items, ProgressText line) {
    this.line = line;
    this.ended =
        new JobsEnded(
            items.stream().map(item -> new JobsEnded.Variant(item.name(), all(item))).toList(),
            line);
  }

  private static String all(PlacedItem item) {
    return item.variant().clusters().values().iterator().next().jobs().size() + " jobs";
  }

  @Override
  public void simulatedAlone(String cluster, int done, int of) {
    long last = shown.get();
    long now = System.nanoTime();
    if (now - last < PAUSE_NANOS || !shown.compareAndSet(last, now)) {
      return;
    }
    line.show("alone on " + cluster + ", for predictions: " + done + " of " + of + " jobs");
  }

  @Override
  public void jobsEnded(int index, int jobs) {
    ended.jobsEnded(index, jobs);
  }
}
