// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.athanor.cluster.ClockOffset;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;

/**
 * Compares the clocks of nodes with this machine's. The output of some clients has times of their
 * node's clock, which must be compared with the trial's start by the same clock.
 */
final class Clocks {
  private static final Duration TOLERANCE = Duration.ofMillis(100);

  private final Mark mark;
  private final RunListener listener;

  Clocks(Mark mark, RunListener listener) {
    this.mark = mark;
    this.listener = listener;
  }

  /**
   * Warns of each clock that cannot be read, or that differs from this machine's by more than 100
   * ms even if the error of the measurement is considered.
   */
  void check(List<Node> nodes) throws InterruptedException {
    for (Node node : nodes) {
      try {
        ClockOffset offset = ClockOffset.of(node, mark);
        Duration least = offset.ahead().abs().minus(offset.uncertainty());
        if (least.compareTo(TOLERANCE) > 0) {
          listener.warning(
              String.format(
                  Locale.ROOT,
                  "the clock of %s is %.1f s %s this machine's; phases are corrected; synchronise"
                      + " the clocks, for example with NTP",
                  node.name(),
                  offset.ahead().abs().toMillis() / 1e3,
                  offset.ahead().isNegative() ? "behind" : "ahead of"));
        }
      } catch (IOException unknown) {
        listener.warning(unknown.getMessage() + "; phases may be wrong");
      }
    }
  }

  /**
   * Measures how far a node's clock is ahead of this machine's. Clocks drift, so this is measured
   * for each trial. Returns zero, with a warning, if the clock cannot be read.
   */
  Duration ahead(Node node) throws InterruptedException {
    try {
      return ClockOffset.of(node, mark).ahead();
    } catch (IOException unknown) {
      listener.warning(unknown.getMessage() + "; phases may be wrong");
      return Duration.ZERO;
    }
  }
}
