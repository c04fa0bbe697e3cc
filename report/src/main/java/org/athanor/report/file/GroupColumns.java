// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Summary;

/** The first columns of most tables: the framework, what it ran, on which storage and nodes. */
final class GroupColumns {

  private static final List<String> NAMES = List.of("framework", "workload", "storage", "nodes");

  private GroupColumns() {}

  /** The heading of a table that has more columns behind these. */
  static List<String> and(String... more) {
    List<String> all = new ArrayList<>(NAMES);
    all.addAll(Arrays.asList(more));
    return all;
  }

  /** Begins the row of a group. */
  static Csv add(Csv csv, Summary summary, Group group) throws IOException {
    return add(csv, summary, group.framework(), group.workload(), group.nodes());
  }

  /**
   * Begins a row.
   *
   * @param workload its label in the study, with that of a storage
   */
  static Csv add(Csv csv, Summary summary, String framework, String workload, int nodes)
      throws IOException {
    return csv.add(framework)
        .add(summary.study().workloadName(workload))
        .add(summary.study().storageName(workload).orElse(""))
        .add(nodes);
  }
}
