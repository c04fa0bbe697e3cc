// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.Locale;
import org.athanor.cli.table.TextTable;
import org.athanor.tiering.plan.LinkAdvice;

/** A {@link LinkAdvice} for people. */
final class LinkText {
  private LinkText() {}

  /** A table of the policies. */
  static String table(LinkAdvice advice) {
    TextTable table =
        new TextTable(
            "placed and read by", "a reader>", "all>", "from fastest tier>", "remote>", "bound by");
    for (LinkAdvice.Policy policy : advice.policies()) {
      table.add(
          policy.name(),
          Amounts.size((long) policy.readerBytesPerSecond()) + "/s",
          Amounts.size((long) policy.allBytesPerSecond()) + "/s",
          Amounts.percent(policy.fromFastestTier()),
          Amounts.percent(policy.remote()),
          policy.busiest());
    }
    return table.toString();
  }

  /** What is recommended, and why, in one line. */
  static String recommendation(LinkAdvice advice) {
    String network = "network";
    String crossover =
        advice.crossoverBytesPerSecond().isEmpty()
            ? "at any speed of links"
            : (advice.recommended().equals(network)
                    ? "policies that know devices are better from "
                    : "network is better below ")
                + rate(advice.crossoverBytesPerSecond().getAsDouble())
                + " a node";
    return advice.recommended() + ": " + advice.reason() + "; " + crossover;
  }

  /** A rate of links, as in {@code 1.0 Gbit/s}. */
  static String rate(double bytesPerSecond) {
    double megabits = bytesPerSecond * 8 / 1e6;
    return megabits < 1000
        ? String.format(Locale.ROOT, "%.0f Mbit/s", megabits)
        : String.format(Locale.ROOT, "%.1f Gbit/s", megabits / 1000);
  }
}
