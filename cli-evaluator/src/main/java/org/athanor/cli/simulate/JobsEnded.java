// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.List;
import org.athanor.cli.output.ProgressText;
import org.athanor.simulator.file.Variant;

/** Shows how many jobs have ended, on a terminal only. Thread-safe. */
final class JobsEnded {
  private static final long PAUSE_NANOS = 100_000_000;

  private final List<Variant> variants;
  private final ProgressText line;
  private final int[] ended;
  private long shown = System.nanoTime();

  JobsEnded(List<Variant> variants, ProgressText line) {
    this.variants = variants;
    this.line = line;
    this.ended = new int[variants.size()];
  }

  /**
   * A job of a variant has ended.
   *
   * @param index of the variant
   */
  synchronized void jobEnded(int index) {
    ended[index]++;
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
            + variants.get(index).scenario().jobs().size()
            + " jobs");
  }
}
