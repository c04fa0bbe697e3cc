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
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Quantity;
import org.athanor.report.statistics.Sample;
import org.athanor.report.statistics.Scalability;
import org.athanor.report.statistics.SpeedUp;
import org.athanor.report.statistics.Summary;
import org.athanor.report.statistics.Variation;
import org.athanor.results.NodeUse;
import org.athanor.results.Reading;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.Total;
import org.athanor.results.TrialResult;

/**
 * The numbers of a report as CSV, in base units: bytes, seconds, joules. {@code trials.csv} has a
 * row for each attempt, {@code totals.csv} for each attempt and node, {@code summary.csv} for each
 * group and quantity, {@code speedups.csv} for each comparison with the baseline, {@code
 * scalability.csv} for each number of nodes, {@code nodes.csv} for each group and total: the
 * distribution of the nodes' medians.
 */
public final class DataFiles {

  private static final Map<String, Table> TABLES = new TreeMap<>();

  static {
    TABLES.put("trials.csv", DataFiles::trials);
    TABLES.put("totals.csv", DataFiles::totals);
    TABLES.put("summary.csv", DataFiles::summary);
    TABLES.put("speedups.csv", DataFiles::speedUps);
    TABLES.put("scalability.csv", DataFiles::scalability);
    TABLES.put("nodes.csv", DataFiles::betweenNodes);
  }

  private DataFiles() {}

  /** Writes one of the tables. */
  private interface Table {
    void write(Summary summary, Path file) throws IOException;
  }

  /** The names of the files, sorted. */
  public static List<String> names() {
    return List.copyOf(TABLES.keySet());
  }

  /** Writes all tables into a directory, which is created if it does not exist. */
  public static void write(Summary summary, Path directory) throws IOException {
    Files.createDirectories(directory);
    for (Map.Entry<String, Table> table : TABLES.entrySet()) {
      table.getValue().write(summary, directory.resolve(table.getKey()));
    }
  }

  private static void trials(Summary summary, Path file) throws IOException {
    List<String> columns =
        new ArrayList<>(
            List.of(
                "framework",
                "workload",
                "nodes",
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
                "input_bytes"));
    for (Quantity quantity : Quantity.values()) {
      columns.add(quantity.id());
    }
    columns.add("directory");
    List<String> simulated = summary.study().simulated();
    Csv.write(
        file,
        columns,
        csv -> {
          for (TrialResult trial : summary.study().trials()) {
            key(csv, trial);
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
                    .flatMap(WorkloadInfo::inputBytes)
                    .map(bytes -> Long.toString(bytes))
                    .orElse(""));
            for (Quantity quantity : Quantity.values()) {
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
    List<String> columns =
        new ArrayList<>(
            List.of("framework", "workload", "nodes", "repetition", "attempt", "counts", "node"));
    for (Total total : Total.values()) {
      columns.add(total.id());
    }
    Csv.write(
        file,
        columns,
        csv -> {
          for (TrialResult trial : summary.study().trials()) {
            for (NodeUse use : trial.nodes()) {
              key(csv, trial);
              csv.add(trial.counts()).add(use.node());
              for (Total total : Total.values()) {
                csv.add(
                    use.totals().get(total) instanceof Reading.Value value
                        ? OptionalDouble.of(value.amount())
                        : OptionalDouble.empty());
              }
              csv.end();
            }
          }
        });
  }

  private static void key(Csv csv, TrialResult trial) throws IOException {
    csv.add(trial.key().framework())
        .add(trial.key().workload())
        .add(trial.key().nodes())
        .add(trial.key().repetition())
        .add(trial.attempt());
  }

  private static void summary(Summary summary, Path file) throws IOException {
    Csv.write(
        file,
        List.of(
            "framework",
            "workload",
            "nodes",
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
            for (Quantity quantity : Quantity.values()) {
              if (quantity.ofWorkload() && group.sample(quantity).isEmpty()) {
                continue;
              }
              csv.add(group.framework())
                  .add(group.workload())
                  .add(group.nodes())
                  .add(quantity.id())
                  .add(quantity.symbol());
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
                  .add(group.workload())
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
        List.of(
            "framework",
            "workload",
            "nodes",
            "median",
            "speedup",
            "low",
            "high",
            "level",
            "efficiency"),
        csv -> {
          for (Scalability line : Scalability.of(summary)) {
            for (Scalability.Point point : line.points()) {
              csv.add(line.framework())
                  .add(line.workload())
                  .add(point.nodes())
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
        List.of(
            "framework",
            "workload",
            "nodes",
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
            for (Total total : Total.values()) {
              Optional<Sample> sample = group.betweenNodes(total);
              if (sample.isPresent()) {
                csv.add(group.framework())
                    .add(group.workload())
                    .add(group.nodes())
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

  private static void interval(Csv csv, Optional<Interval> interval) throws IOException {
    csv.add(interval.map(Interval::low).orElse(Double.NaN))
        .add(interval.map(Interval::high).orElse(Double.NaN))
        .add(interval.map(Interval::level).orElse(Double.NaN));
  }
}
