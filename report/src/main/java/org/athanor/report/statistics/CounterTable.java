// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.athanor.results.Results.WorkloadInfo;

/**
 * What frameworks, or the nodes while they ran, counted in one workload: medians of the trials that
 * statistics use. Counters without any value are left out.
 *
 * @param frameworks labels of the frameworks that ran the workload on so many nodes
 * @param rows one for each counter
 */
public record CounterTable(String workload, int nodes, List<String> frameworks, List<Row> rows) {

  /**
   * A counter.
   *
   * @param cells one for each framework
   */
  public record Row(Quantity counter, List<Cell> cells) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /**
   * A framework's amount.
   *
   * @param median empty if no trial has the counter
   * @param reason why some or all trials lack it, in one line; empty if none does
   */
  public record Cell(Optional<Double> median, String reason) {
    static Cell of(Group group, Quantity counter) {
      return new Cell(
          group.sample(counter).map(Sample::median), group.unavailable(counter).orElse(""));
    }
  }

  public CounterTable {
    frameworks = List.copyOf(frameworks);
    rows = List.copyOf(rows);
  }

  /** A table for each workload and number of nodes in which a framework counted something. */
  public static List<CounterTable> ofFrameworks(Summary summary) {
    return of(summary, counter -> !counter.ofNodes());
  }

  /** A table for each workload and number of nodes in which nodes counted something. */
  public static List<CounterTable> ofNodes(Summary summary) {
    return of(summary, Quantity::ofNodes);
  }

  private static List<CounterTable> of(Summary summary, Predicate<Quantity> wanted) {
    List<Quantity> counters = Quantity.counters(summary.study()).stream().filter(wanted).toList();
    List<CounterTable> tables = new ArrayList<>();
    for (WorkloadInfo workload : summary.study().workloads()) {
      for (int nodes : summary.nodeCounts()) {
        List<Group> groups =
            summary.groups().stream()
                .filter(group -> group.workload().equals(workload.label()))
                .filter(group -> group.nodes() == nodes)
                .toList();
        CounterTable table =
            new CounterTable(
                workload.label(),
                nodes,
                groups.stream().map(Group::framework).toList(),
                counters.stream()
                    .map(counter -> row(counter, groups))
                    .filter(row -> row.cells().stream().anyMatch(it -> it.median().isPresent()))
                    .toList());
        if (!table.rows().isEmpty()) {
          tables.add(table);
        }
      }
    }
    return tables;
  }

  private static Row row(Quantity counter, List<Group> groups) {
    return new Row(counter, groups.stream().map(group -> Cell.of(group, counter)).toList());
  }
}
