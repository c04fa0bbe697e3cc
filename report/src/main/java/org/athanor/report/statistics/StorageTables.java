// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Study;
import org.athanor.results.Study.OnStorage;

/**
 * The times of each framework on each storage, a table for each workload and number of nodes. All
 * speed-ups over the first storage form one family.
 *
 * @param tables in the order of the experiment; only those with two storages or more
 * @param notes sentences on what the verdicts mean
 */
public record StorageTables(List<Table> tables, List<String> notes) {

  public StorageTables {
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }

  /**
   * A workload on a number of nodes.
   *
   * @param workload the workload's label without the storage
   * @param storages labels; the first one is what speed-ups refer to
   * @param rows one for each framework that ran it
   */
  public record Table(String workload, int nodes, List<String> storages, List<Row> rows) {
    public Table {
      storages = List.copyOf(storages);
      rows = List.copyOf(rows);
    }
  }

  /**
   * A framework.
   *
   * @param cells one for each storage of the table
   */
  public record Row(String framework, List<Cell> cells) {
    public Row {
      cells = List.copyOf(cells);
    }
  }

  /**
   * A framework on a storage.
   *
   * @param group its trials; empty if none has ended
   * @param speedUp over the same framework on the first storage; empty for that one, and if one of
   *     them has no times
   */
  public record Cell(String storage, Optional<Group> group, Optional<SpeedUp> speedUp) {}

  private record Key(String framework, String workload, int nodes, String storage) {}

  /** The tables of a summary; none if trials name no storages, or only one. */
  public static StorageTables of(Summary summary) {
    Map<Key, Group> groups = new LinkedHashMap<>();
    Map<String, List<String>> storages = new LinkedHashMap<>();
    Study study = summary.study();
    for (OnStorage both : study.onStorages()) {
      storages.computeIfAbsent(both.workload(), it -> new ArrayList<>()).add(both.storage());
      for (int nodes : summary.nodeCounts()) {
        for (FrameworkInfo framework : study.frameworks()) {
          summary
              .group(framework.label(), both.label(), nodes)
              .ifPresent(
                  group ->
                      groups.put(
                          new Key(framework.label(), both.workload(), nodes, both.storage()),
                          group));
        }
      }
    }
    storages.values().removeIf(several -> several.size() < 2);
    Map<Key, Times> times = new LinkedHashMap<>();
    groups.forEach(
        (key, group) -> {
          String first =
              Objects.requireNonNull(storages.getOrDefault(key.workload(), List.of(key.storage())))
                  .get(0);
          Group base = groups.get(new Key(key.framework(), key.workload(), key.nodes(), first));
          if (base != null && !first.equals(key.storage())) {
            Times.of(study, base, group).ifPresent(found -> times.put(key, found));
          }
        });
    Family<Key> family = Family.of(times);
    List<Table> tables = new ArrayList<>();
    storages.forEach(
        (workload, labels) -> {
          for (int nodes : summary.nodeCounts()) {
            List<Row> rows = new ArrayList<>();
            for (FrameworkInfo framework : study.frameworks()) {
              List<Cell> cells =
                  labels.stream()
                      .map(label -> new Key(framework.label(), workload, nodes, label))
                      .map(
                          key ->
                              new Cell(
                                  key.storage(),
                                  Optional.ofNullable(groups.get(key)),
                                  family.speedUp(key)))
                      .toList();
              if (cells.stream().anyMatch(cell -> cell.group().isPresent())) {
                rows.add(new Row(framework.label(), cells));
              }
            }
            if (!rows.isEmpty()) {
              tables.add(new Table(workload, nodes, labels, rows));
            }
          }
        });
    return new StorageTables(tables, tables.isEmpty() ? List.of() : family.notes());
  }
}
