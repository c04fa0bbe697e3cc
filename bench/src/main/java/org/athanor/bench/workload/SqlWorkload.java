// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.ArrayList;
import java.util.List;

/** A query over tables of pages and of their visits. */
final class SqlWorkload extends StandardWorkload {
  private final int[] outputAndSpill;

  private SqlWorkload(
      String kind, String name, String description, List<Parameter> parts, int... outputAndSpill) {
    super(kind, name, description, withSize(parts), false);
    this.outputAndSpill = outputAndSpill;
  }

  private static List<Parameter> withSize(List<Parameter> parts) {
    List<Parameter> parameters = new ArrayList<>(List.of(size("1g")));
    parameters.addAll(parts);
    return parameters;
  }

  /** Frameworks join small parts, or write a sorted result to one file. */
  private static List<Parameter> parts() {
    return List.of(
        new Parameter(
            "parts",
            Parameter.Type.COUNT,
            "",
            "tasks of joins and sums, up to 10000; the output may have fewer files; by default as"
                + " many as tasks run at the same time"));
  }

  /** The table of visits; the framework chooses the number of files. */
  static Workload scan() {
    return new SqlWorkload("sql-scan", "SqlScan", "copies a table of visits", List.of(), 1, 0);
  }

  static Workload aggregate() {
    return new SqlWorkload(
        "sql-aggregate", "SqlAggregate", "adds up the revenue of each visitor", parts(), 1, 1);
  }

  static Workload join() {
    return new SqlWorkload(
        "sql-join",
        "SqlJoin",
        "joins visits with their pages, adds up by visitor, and sorts by revenue",
        parts(),
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
