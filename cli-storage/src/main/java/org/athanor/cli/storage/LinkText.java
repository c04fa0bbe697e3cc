// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.ArrayList;
import java.util.List;
import org.athanor.cli.storage.gain.LinkRate;
import org.athanor.cli.table.TextTable;
import org.athanor.storage.rules.PlacementKind;
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
    List<String> changes = new ArrayList<>();
    advice.slowerBytesPerSecond().ifPresent(rate -> changes.add("below " + LinkRate.text(rate)));
    advice.fasterBytesPerSecond().ifPresent(rate -> changes.add("from " + LinkRate.text(rate)));
    String others =
        advice.recommended().equals(PlacementKind.NETWORK.id())
            ? "policies that know devices are better "
            : "network is better ";
    return advice.recommended()
        + ": "
        + advice.reason()
        + "; "
        + (changes.isEmpty()
            ? "at any speed of links that was tried"
            : others + String.join(" and ", changes) + " a node");
  }
}
