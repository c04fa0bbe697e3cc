// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.simulate;

import java.util.List;
import java.util.Locale;
import org.athanor.cli.sweep.VariantRun;
import org.athanor.cli.table.TextTable;
import org.athanor.simulator.access.AccessSummary;

/**
 * Reads and writes of clients as a table, a row for each kind and variant. Throughput and mean I/O
 * rate are those of TestDFSIO.
 */
final class AccessesText {
  private static final double MEGABYTE = 1e6;
  private static final double GIGABYTE = 1e9;

  private AccessesText() {}

  /** The table; empty if no run has accesses. */
  static String of(List<VariantRun> runs) {
    TextTable table =
        new TextTable(
            "variant",
            "access",
            "files>",
            "failed>",
            "data>",
            "throughput>",
            "mean I/O rate>",
            "mean>",
            "longest>");
    boolean any = false;
    for (VariantRun run : runs) {
      for (boolean writes : new boolean[] {true, false}) {
        AccessSummary summary = AccessSummary.of(run.result().accesses(), writes);
        if (summary.accesses() > 0) {
          any = true;
          add(table, run.variant().name(), writes ? "write" : "read", summary);
        }
      }
    }
    return any ? table.toString() : "";
  }

  private static void add(TextTable table, String variant, String kind, AccessSummary summary) {
    table.add(
        variant,
        kind,
        "" + summary.accesses(),
        "" + summary.failed(),
        format("%.1f GB", summary.bytes() / GIGABYTE),
        format("%.2f MB/s", summary.throughput() / MEGABYTE),
        format("%.2f MB/s", summary.meanRate() / MEGABYTE),
        format("%.1f s", summary.meanSeconds()),
        format("%.1f s", summary.longestSeconds()));
  }

  private static String format(String form, double value) {
    return String.format(Locale.ROOT, form, value);
  }
}
