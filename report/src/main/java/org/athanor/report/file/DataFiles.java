// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.athanor.report.figure.GroupPower;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Scalability;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.StorageTables;
import org.athanor.report.statistics.Summary;
import org.athanor.report.statistics.Variation;
import org.athanor.results.NodePower;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Total;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/**
 * The numbers of a report as CSV, in base units: bytes, seconds, joules. {@code trials.csv} has a
 * row for each attempt, {@code totals.csv} for each attempt and node, {@code summary.csv} for each
 * group and quantity, {@code speedups.csv} for each comparison with the baseline, {@code
 * scalability.csv} for each number of nodes, {@code storages.csv} for each framework and storage,
 * {@code nodes.csv} for each group and total: the distribution of the nodes' medians.
 */
public final class DataFiles {

  private static final List<String> KEY = List.copyOf(GroupColumns.and("repetition", "attempt"));

  private static final Map<String, Table> TABLES = new TreeMap<>();

  static {
    TABLES.put("trials.csv", (summary, power, file) -> trials(summary, file));
    TABLES.put("totals.csv", (summary, power, file) -> totals(summary, file));
    TABLES.put("summary.csv", (summary, power, file) -> summary(summary, file));
    TABLES.put("speedups.csv", (summary, power, file) -> speedUps(summary, file));
    TABLES.put("scalability.csv", (summary, power, file) -> scalability(summary, file));
    TABLES.put("storages.csv", (summary, power, file) -> storages(summary, file));
    TABLES.put("nodes.csv", (summary, power, file) -> betweenNodes(summary, file));
    TABLES.put("power.csv", (summary, power, file) -> power(summary, file));
    TABLES.put("events.csv", (summary, power, file) -> events(summary, file));
    TABLES.put("scorecard.csv", (summary, power, file) -> FigureTables.scorecard(summary, file));
    TABLES.put("phases.csv", (summary, power, file) -> FigureTables.phases(summary, file));
    TABLES.put("power-over-time.csv", FigureTables::powerOverTime);
    TABLES.put("power-of-nodes.csv", FigureTables::powerOfNodes);
  }

  private DataFiles() {}

  /** Writes one of the tables. */
  private interface Table {
    void write(Summary summary, List<GroupPower> power, Path file) throws IOException;
  }

  /** The names of the files, sorted. */
  public static List<String> names() {
    return List.copyOf(TABLES.keySet());
  }

  /** Writes all tables into a directory, which is created if it does not exist. */
  public static void write(Summary summary, List<GroupPower> power, Path directory)
      throws IOException {
    Files.createDirectories(directory);
    for (Map.Entry<String, Table> table : TABLES.entrySet()) {
      table.getValue().write(summary, power, directory.resolve(table.getKey()));
    }
  }

  private static void trials(Summary summary, Path file) throws IOException {
    List<String> columns =
        GroupColumns.and(
            "repetition",
            "attempt",
            "warm_up",
            "counts",
            "outcome",
            "reason",
            "disturbance",
            "superseded",
            "started",
            "simulated",
            "input_bytes");
    List<Quantity> quantities = Quantity.all(summary.study());
    quantities.forEach(quantity -> columns.add(quantity.id()));
    columns.add("directory");
    List<String> simulated = summary.study().simulated();
    Csv.write(
        file,
        columns,
        csv -> {
          for (TrialResult trial : summary.study().trials()) {
            key(csv, summary, trial);
            csv.add(trial.key().warmUp())
                .add(trial.counts())
                .add(trial.outcome().name().toLowerCase(Locale.ROOT))
                .add(trial.reason().orElse(""))
                .add(trial.disturbance().orElse(""))
                .add(trial.superseded())
                .add(trial.started().toString())
                .add(simulated.contains(trial.key().framework()));
            Optional<WorkloadInfo> workload = summary.study().workload(trial.key().workload());
            csv.add(
                workload
                    .flatMap(info -> info.inputBytes(trial.key().nodes()))
                    .map(bytes -> Long.toString(bytes))
                    .orElse(""));
            for (Quantity quantity : quantities) {
              csv.add(quantity.of(trial, workload, summary.memoryEnergy()).value());
            }
            csv.add(fromReport(file, Path.of(trial.directory()))).end();
          }
        });
  }

  /** A path relative to the report's directory, so that both directories can be moved together. */
  private static String fromReport(Path file, Path directory) {
    Path report = file.toAbsolutePath().getParent().getParent();
    return report.relativize(directory).toString();
  }

  private static void totals(Summary summary, Path file) throws IOException {
    List<String> columns = new ArrayList<>(KEY);
    columns.addAll(List.of("counts", "node", "role"));
    List<Total> totals = totals(summary);
    for (Total total : totals) {
      columns.add(total.id());
    }
    Csv.write(
        file,
        columns,
        csv -> {
          for (TrialResult trial : summary.study().trials()) {
            for (NodeUse use : trial.nodes()) {
              key(csv, summary, trial);
              csv.add(trial.counts()).add(use.node()).add(use.role().orElse("worker"));
              for (Total total : totals) {
                csv.add(amount(use.totals().get(total)));
              }
              csv.end();
            }
          }
        });
  }

  /** Athanor's totals, then those that monitors of others declare. */
  private static List<Total> totals(Summary summary) {
    List<Total> totals = new ArrayList<>(List.of(Total.values()));
    summary.study().monitors().forEach(monitor -> totals.addAll(monitor.keys()));
    return totals;
  }

  /** What meters outside the nodes measured. */
  private static void power(Summary summary, Path file) throws IOException {
    List<String> columns = new ArrayList<>(KEY);
    columns.addAll(
        List.of(
            "counts",
            "node",
            "meter",
            "domain",
            "state",
            "reason",
            "energy",
            "power",
            "readings",
            "gap_seconds"));
    Csv.write(
        file,
        columns,
        csv -> {
          for (TrialResult trial : summary.study().trials()) {
            for (NodeUse use : trial.nodes()) {
              if (use.power().isPresent()) {
                NodePower power = use.power().get();
                key(csv, summary, trial);
                csv.add(trial.counts())
                    .add(use.node())
                    .add(power.meter())
                    .add(power.domain())
                    .add(power.state().name().toLowerCase(Locale.ROOT))
                    .add(power.reason().orElse(""))
                    .add(amount(power.energy()))
                    .add(amount(power.power()))
                    .add(power.readings())
                    .add(power.gapSeconds())
                    .end();
              }
            }
          }
        });
  }

  /** Counts of the events that the experiment chose. */
  private static void events(Summary summary, Path file) throws IOException {
    List<String> columns = new ArrayList<>(KEY);
    columns.addAll(List.of("counts", "node", "event", "count", "unavailable"));
    Csv.write(
        file,
        columns,
        csv -> {
          for (TrialResult trial : summary.study().trials()) {
            for (NodeUse use : trial.nodes()) {
              for (Map.Entry<String, Reading> event : use.events().entrySet()) {
                key(csv, summary, trial);
                csv.add(trial.counts())
                    .add(use.node())
                    .add(event.getKey())
                    .add(amount(event.getValue()))
                    .add(event.getValue() instanceof Reading.Unavailable none ? none.reason() : "")
                    .end();
              }
            }
          }
        });
  }

  private static OptionalDouble amount(Reading reading) {
    return reading instanceof Reading.Value value
        ? OptionalDouble.of(value.amount())
        : OptionalDouble.empty();
  }

  private static void key(Csv csv, Summary summary, TrialResult trial) throws IOException {
    TrialKey key = trial.key();
    GroupColumns.add(csv, summary, key.framework(), key.workload(), key.nodes())
        .add(key.repetition())
        .add(trial.attempt());
  }

  private static String storage(Summary summary, String workload) {
    return summary.study().storageName(workload).orElse("");
  }

  private static void summary(Summary summary, Path file) throws IOException {
    List<Quantity> quantities = Quantity.all(summary.study());
    Csv.write(
        file,
        GroupColumns.and(
            "quantity",
            "unit",
            "n",
            "median",
            "low",
            "high",
            "level",
            "minimum",
            "maximum",
            "mad",
            "outliers",
            "failures",
            "unavailable"),
        csv -> {
          for (Group group : summary.groups()) {
            for (Quantity quantity : quantities) {
              if (quantity.declared() && group.sample(quantity).isEmpty()) {
                continue;
              }
              GroupColumns.add(csv, summary, group).add(quantity.id()).add(quantity.symbol());
              Optional<Sample> sample = group.sample(quantity);
              if (sample.isPresent()) {
                csv.add(sample.get().size()).add(sample.get().median());
                interval(csv, sample.get().interval());
                csv.add(sample.get().minimum())
                    .add(sample.get().maximum())
                    .add(sample.get().medianAbsoluteDeviation())
                    .add(sample.get().outliers());
              } else {
                csv.add(0);
                for (int i = 0; i < 8; i++) {
                  csv.add("");
                }
              }
              csv.add(group.failures()).add(group.unavailable(quantity).orElse("")).end();
            }
          }
        });
  }

  private static void speedUps(Summary summary, Path file) throws IOException {
    Csv.write(
        file,
        List.of(
            "framework",
            "baseline",
            "workload",
            "storage",
            "nodes",
            "speedup",
            "low",
            "high",
            "level",
            "verdict",
            "rounds",
            "p",
            "corrected_p"),
        csv -> {
          for (Group group : summary.groups()) {
            Optional<SpeedUp> speedUp = summary.speedUp(group);
            if (speedUp.isPresent()) {
              csv.add(group.framework())
                  .add(summary.study().baseline())
                  .add(summary.study().workloadName(group.workload()))
                  .add(storage(summary, group.workload()))
                  .add(group.nodes())
                  .add(speedUp.get().ratio());
              interval(csv, Optional.of(speedUp.get().interval()));
              csv.add(speedUp.get().verdict().text())
                  .add(speedUp.get().rounds())
                  .add(speedUp.get().p())
                  .add(speedUp.get().correctedP())
                  .end();
            }
          }
        });
  }

  private static void scalability(Summary summary, Path file) throws IOException {
    Csv.write(
        file,
        GroupColumns.and("scaling", "median", "speedup", "low", "high", "level", "efficiency"),
        csv -> {
          for (Scalability line : Scalability.of(summary)) {
            for (Scalability.Point point : line.points()) {
              GroupColumns.add(csv, summary, line.framework(), line.workload(), point.nodes())
                  .add(line.weak() ? "weak" : "strong")
                  .add(point.times().median())
                  .add(point.speedUp().map(SpeedUp::ratio).orElse(1d));
              interval(csv, point.speedUp().map(SpeedUp::interval));
              csv.add(point.efficiency()).end();
            }
          }
        });
  }

  private static void betweenNodes(Summary summary, Path file) throws IOException {
    Csv.write(
        file,
        GroupColumns.and(
            "total",
            "unit",
            "n",
            "median",
            "minimum",
            "low_quartile",
            "high_quartile",
            "maximum",
            "variation"),
        csv -> {
          for (Group group : summary.groups()) {
            for (Total total : totals(summary)) {
              Optional<Sample> sample = group.betweenNodes(total);
              if (sample.isPresent()) {
                GroupColumns.add(csv, summary, group)
                    .add(total.id())
                    .add(total.unit().symbol())
                    .add(sample.get().size())
                    .add(sample.get().median())
                    .add(sample.get().minimum())
                    .add(sample.get().quantile(.25))
                    .add(sample.get().quantile(.75))
                    .add(sample.get().maximum())
                    .add(Variation.coefficient(sample.get()))
                    .end();
              }
            }
          }
        });
  }

  private static void storages(Summary summary, Path file) throws IOException {
    Csv.write(
        file,
        GroupColumns.and(
            "n",
            "median",
            "first_storage",
            "speedup",
            "low",
            "high",
            "level",
            "verdict",
            "rounds",
            "p",
            "corrected_p"),
        csv -> {
          for (StorageTables.Table table : StorageTables.of(summary).tables()) {
            for (StorageTables.Row row : table.rows()) {
              for (StorageTables.Cell cell : row.cells()) {
                storage(csv, table, row, cell);
              }
            }
          }
        });
  }

  private static void storage(
      Csv csv, StorageTables.Table table, StorageTables.Row row, StorageTables.Cell cell)
      throws IOException {
    Optional<Sample> times = cell.group().flatMap(group -> group.sample(Quantity.TIME));
    csv.add(row.framework())
        .add(table.workload())
        .add(cell.storage())
        .add(table.nodes())
        .add(times.map(Sample::size).orElse(0))
        .add(times.map(Sample::median).orElse(Double.NaN))
        .add(table.storages().get(0));
    Optional<SpeedUp> speedUp = cell.speedUp();
    csv.add(speedUp.map(SpeedUp::ratio).orElse(Double.NaN));
    interval(csv, speedUp.map(SpeedUp::interval));
    if (speedUp.isPresent()) {
      csv.add(speedUp.get().verdict().text())
          .add(speedUp.get().rounds())
          .add(speedUp.get().p())
          .add(speedUp.get().correctedP());
    } else {
      csv.add("").add("").add("").add("");
    }
    csv.end();
  }

  static void interval(Csv csv, Optional<Interval> interval) throws IOException {
    csv.add(interval.map(Interval::low).orElse(Double.NaN))
        .add(interval.map(Interval::high).orElse(Double.NaN))
        .add(interval.map(Interval::level).orElse(Double.NaN));
  }
}
