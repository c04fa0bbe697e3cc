// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.List;

/** A query over tables of pages and of their visits. */
final class SqlWorkload extends StandardWorkload {
  private final int[] outputAndSpill;

  private SqlWorkload(
      String kind, String name, String description, boolean inParts, int... outputAndSpill) {
    super(kind, name, description, List.of(size("1g")), inParts);
    this.outputAndSpill = outputAndSpill;
  }

  /** The table of visits; the framework chooses the number of files. */
  static Workload scan() {
    return new SqlWorkload("sql-scan", "SqlScan", "copies a table of visits", false, 1, 0);
  }

  static Workload aggregate() {
    return new SqlWorkload(
        "sql-aggregate", "SqlAggregate", "adds up the revenue of each visitor", true, 1, 1);
  }

  static Workload join() {
    return new SqlWorkload(
        "sql-join",
        "SqlJoin",
        "joins visits with their pages, adds up by visitor, and sorts by revenue",
        true,
        1,
        2);
  }

  @Override
  int[] outputAndSpill() {
    return outputAndSpill.clone();
  }

  @Override
  Dataset generated(Settings settings, long seed) {
    return Datasets.generated("visits", "visits of pages", settings.bytes("size"), List.of(), seed);
  }
}
