// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.athanor.report.ReportWriter;
import org.athanor.report.statistics.StorageTables.Cell;
import org.athanor.report.statistics.StorageTables.Table;
import org.athanor.results.Results;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.Study;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTablesTest {
  @TempDir private Path directory;

  /** Spark is always 10 s faster; the disk takes twice as long as the SSD. */
  private static List<TrialResult> trials() {
    List<TrialResult> trials = new ArrayList<>();
    int start = 0;
    for (int round = 1; round <= 6; round++) {
      for (String storage : List.of("ssd", "disk")) {
        for (String framework : List.of("hadoop", "spark")) {
          double base = framework.equals("hadoop") ? 20 : 10;
          double seconds = base * (storage.equals("disk") ? 2 : 1) + round * .01;
          TrialResult trial = Trials.trial(framework, "sort", 1, round, seconds);
          trials.add(Trials.startedAt(Trials.onStorage(trial, storage), 100L * start++));
        }
      }
    }
    return trials;
  }

  private static Summary summary() {
    return Summary.of(Trials.study(trials().toArray(TrialResult[]::new)));
  }

  @Test
  void inputsThatGrowHaveTheirSizeOnEachStorage() {
    List<TrialResult> trials =
        List.of(
            Trials.onStorage(Trials.trial("a", "sort", 1, 1, 10), "ssd"),
            Trials.onStorage(Trials.trial("a", "sort", 2, 1, 10), "ssd"),
            Trials.onStorage(Trials.trial("a", "sort", 1, 1, 20), "disk"),
            Trials.onStorage(Trials.trial("a", "sort", 2, 1, 40), "disk"));
    Results results = Trials.weak(Trials.results("weak", "1", trials));
    Summary summary = Summary.of(Study.of(List.of(new Study.Source(Path.of("/results"), results))));
    assertThat(summary.study().workload("sort, disk").orElseThrow().inputBytes(2))
        .contains(2 * Trials.INPUT_BYTES);
    assertThat(Scalability.of(summary))
        .extracting(line -> line.workload() + " " + line.points().get(1).efficiency())
        .containsExactly("sort, ssd 1.0", "sort, disk 0.5");
  }

  @Test
  void frameworksAreComparedOnTheSameStorage() {
    Summary summary = summary();
    assertThat(summary.groups())
        .extracting(group -> group.framework() + " " + group.workload())
        .containsExactly(
            "hadoop sort, ssd", "spark sort, ssd", "hadoop sort, disk", "spark sort, disk");
    assertThat(summary.rankings())
        .extracting(ranking -> ranking.first().orElseThrow().framework())
        .containsExactly("spark", "spark");
    SpeedUp onDisk = summary.speedUp(summary.group("spark", "sort, disk", 1).orElseThrow()).get();
    assertThat(onDisk.ratio()).isCloseTo(2, org.assertj.core.data.Offset.offset(.01));
    assertThat(onDisk.rounds()).isEqualTo(6);
    WorkloadInfo info = summary.study().workload("sort, disk").orElseThrow();
    assertThat(info.settings()).containsEntry("storage", "hdfs, data /disk");
  }

  @Test
  void storagesAreComparedForEachFramework() {
    StorageTables all = StorageTables.of(summary());
    assertThat(all.tables()).hasSize(1);
    Table table = all.tables().get(0);
    assertThat(table.workload()).isEqualTo("sort");
    assertThat(table.storages()).containsExactly("ssd", "disk");
    for (StorageTables.Row row : table.rows()) {
      Cell first = row.cells().get(0);
      Cell second = row.cells().get(1);
      assertThat(first.speedUp()).isEmpty();
      assertThat(second.speedUp().orElseThrow().ratio())
          .isCloseTo(.5, org.assertj.core.data.Offset.offset(.01));
      assertThat(second.speedUp().get().verdict()).isEqualTo(Verdict.SLOWER);
    }
    assertThat(all.notes()).isNotEmpty();
  }

  @Test
  void oneStorageNeedsNoTable() {
    Study study = Trials.study(Trials.onStorage(Trials.trial("hadoop", "sort", 1, 1, 1), "ssd"));
    assertThat(StorageTables.of(Summary.of(study)).tables()).isEmpty();
    assertThat(Summary.of(study).groups().get(0).workload()).isEqualTo("sort, ssd");
  }

  @Test
  void theReportHasTheTablesAndTheStorageOfEachRow() throws IOException {
    Path page =
        ReportWriter.write(
            Trials.study(trials().toArray(TrialResult[]::new)), directory.resolve("report"));
    assertThat(Files.readString(page))
        .contains("<section id=\"storage\">", "<th scope=\"col\">disk</th>", "slower</small>");
    Path data = directory.resolve("report/data");
    assertThat(Files.readAllLines(data.resolve("storages.csv")))
        .hasSize(5)
        .anySatisfy(row -> assertThat(row).startsWith("spark,sort,disk,1,6,20.03"));
    assertThat(Files.readAllLines(data.resolve("trials.csv")))
        .first()
        .asString()
        .startsWith("framework,workload,storage,nodes,");
    assertThat(Files.readAllLines(data.resolve("summary.csv")).get(1))
        .startsWith("hadoop,sort,ssd,1,");
  }

  /**
   * Results before and after are compared for each storage that both have with the same settings.
   */
  @Test
  void runsAreComparedByStorage() throws IOException {
    List<Path> runs = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      Path run = Files.createDirectory(directory.resolve(name));
      ResultsFile.write(Trials.results(name, "1", trials()), run);
      runs.add(run);
    }
    Comparison comparison = Comparison.of(runs.get(0), runs.get(1));
    assertThat(comparison.rows())
        .extracting(row -> row.framework() + " " + row.workload())
        .containsExactly(
            "hadoop sort, ssd", "hadoop sort, disk", "spark sort, ssd", "spark sort, disk");
    assertThat(comparison.conditions()).isEmpty();
    assertThat(comparison.lacking()).isEmpty();
  }
}
