// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.web;

import java.util.Locale;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;

/** Shows counters. Stateless. */
final class CountersTable {
  private CountersTable() {}

  static void append(Html html, Counters counters) {
    if (counters.countCounters() == 0) {
      html.markup("<p class=note>None yet.</p>\n");
      return;
    }
    html.markup("<div class=scroll><table class=counters><tbody>\n");
    for (CounterGroup group : counters) {
      if (group.size() == 0) {
        continue;
      }
      html.markup("<tr><th colspan=2>")
          .text(ShownText.line(group.getDisplayName()))
          .markup("</th></tr>\n");
      for (Counter counter : group) {
        html.markup("<tr>")
            .cell(ShownText.line(counter.getDisplayName()))
            .numberCell(String.format(Locale.ROOT, "%,d", counter.getValue()))
            .markup("</tr>\n");
      }
    }
    html.markup("</tbody></table></div>\n");
  }
}
