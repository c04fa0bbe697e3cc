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
 * The nodes' clocks against this machine's. Some clients tell points in time of their node's clock;
 * they are compared with a trial's start by the same clock.
 */
final class Clocks {
  private static final Duration WRONG = Duration.ofMillis(100);

  private final Mark mark;
  private final RunListener listener;

  Clocks(Mark mark, RunListener listener) {
    this.mark = mark;
    this.listener = listener;
  }

  /** Warns of clocks that are certainly more than 100 ms from this machine's, or cannot be read. */
  void check(List<Node> nodes) throws InterruptedException {
    for (Node node : nodes) {
      try {
        ClockOffset offset = ClockOffset.of(node, mark);
        Duration least = offset.ahead().abs().minus(offset.uncertainty());
        if (least.compareTo(WRONG) > 0) {
          listener.warning(
              String.format(
                  Locale.ROOT,
                  "the clock of %s is %.1f s %s this machine's; phases are corrected, but set it,"
                      + " such as by NTP",
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
   * How far a node's clock is ahead now; clocks drift in a night. Zero, with a warning, if it
   * cannot be had.
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
