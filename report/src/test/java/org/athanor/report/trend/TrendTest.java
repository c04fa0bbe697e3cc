// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.trend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.athanor.report.page.TrendPage;
import org.athanor.report.statistics.Sample;
import org.athanor.results.Outcome;
import org.athanor.results.Results;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.archive.Archive;
import org.athanor.results.archive.Entry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrendTest {
  private static final Instant START = Instant.parse("2026-11-01T10:00:00Z");

  @TempDir Path directory;

  @Test
  void putsTheRunsOfAMachineInOrder() throws IOException {
    add(2, "main", Trials.repeated("spark", "sort", 1, 10, 11, 12));
    add(1, "main", Trials.repeated("spark", "sort", 1, 20, 21, 22));
    add(3, "other", Trials.repeated("spark", "sort", 1, 30));
    TrialResult failed =
        Trials.with(Trials.trial("spark", "sort", 1, 1, 5), Outcome.FAILED, "no output");
    add(4, "main", List.of(failed));

    Trend trend = Trend.of(archive().entries());

    assertThat(trend.panels()).extracting(Trend.Panel::machine).hasSize(2);
    List<Trend.Point> points = trend.panels().get(0).lines().get(0).points();
    assertThat(points).extracting(Trend.Point::run).containsExactly(0, 1, 3);
    assertThat(points)
        .extracting(point -> point.times().map(Sample::median))
        .containsExactly(Optional.of(21d), Optional.of(11d), Optional.empty());
    assertThat(points).extracting(Trend.Point::failures).containsExactly(0, 0, 1);
  }

  @Test
  void stepsSkipRunsWithoutTimes() throws IOException {
    TrialResult failed =
        Trials.with(Trials.trial("spark", "sort", 1, 1, 5), Outcome.FAILED, "no output");
    for (int day = 0; day < 12; day++) {
      add(
          day,
          "main",
          day == 5 ? List.of(failed) : Trials.repeated("spark", "sort", 1, day < 6 ? 10 : 15));
    }

    Trend.Line line = Trend.of(archive().entries()).panels().get(0).lines().get(0);

    assertThat(line.steps()).extracting(step -> step.index()).containsExactly(6);
  }

  @Test
  void aMachineWhoseKernelReservesMoreMemoryHasOnePanel() throws IOException {
    long memory = 8_000_000_000L;
    add(1, "ci", memory, Trials.repeated("spark", "sort", 1, 20, 21, 22));
    add(2, "ci", memory - 9_000_000, Trials.repeated("spark", "sort", 1, 10, 11, 12));
    add(3, "ci", memory / 2, Trials.repeated("spark", "sort", 1, 30));

    Trend trend = Trend.of(archive().entries());

    assertThat(trend.panels())
        .extracting(panel -> panel.lines().get(0).points().size())
        .as("half of the memory is another machine")
        .containsExactly(2, 1);
    assertThat(trend.panels().get(0).machine())
        .as("the newest")
        .isEqualTo("ci: a CPU, 2 processors, 7.99 GB");
  }

  @Test
  void warmNodesHaveAPanelOfTheirOwn() throws IOException {
    add(1, "ci", Trials.results("nightly", "1", Trials.repeated("spark", "sort", 1, 20)));
    add(
        2,
        "ci",
        Trials.results("nightly", "1", Trials.repeated("spark", "sort", 1, 10)).toBuilder()
            .warm(Optional.of(new WarmInfo(Optional.empty(), true)))
            .build());

    assertThat(Trend.of(archive().entries()).panels())
        .extracting(Trend.Panel::given)
        .satisfiesExactly(
            cold -> assertThat(cold).doesNotContain("warm"),
            warm -> assertThat(warm).contains(", warm: the input"));
  }

  @Test
  void leavesOutWhatAnotherProcessHasRemoved() throws IOException {
    add(1, "main", Trials.repeated("spark", "sort", 1, 20, 21, 22));
    add(2, "main", Trials.repeated("spark", "sort", 1, 10, 11, 12));
    List<Entry> entries = archive().entries();
    Files.move(entries.get(0).directory(), directory.resolve("removed"));

    Trend trend = Trend.of(entries);

    assertThat(trend.runs()).extracting(Trend.Run::entry).containsExactly(entries.get(1));
    Files.delete(entries.get(1).directory().resolve(ResultsFile.NAME));
    assertThatThrownBy(() -> Trend.of(entries)).isInstanceOf(IOException.class);
  }

  @Test
  void thePageNeedsNothingElseAndRunsNoTextOfUsers() throws IOException {
    String evil = "</script><script>alert(1)</script>";
    add(1, "main", Trials.repeated(evil, "sort", 1, 10, 11, 12));
    Trend trend = Trend.of(archive().entries());

    String page = TrendPage.html(trend, directory.resolve("pages"));

    assertThat(page)
        .doesNotContain("<script>alert")
        .doesNotContain("src=")
        .contains("&lt;script&gt;");
    String link = "href=\"../archive/";
    assertThat(page).contains(link);
    int at = page.indexOf(link) + "href=\"".length();
    Path results = directory.resolve("pages").resolve(page.substring(at, page.indexOf('"', at)));
    assertThat(results.normalize()).isRegularFile();
  }

  @Test
  void linksWorkWithAnyNamesOfDirectories() throws IOException {
    add(1, "main", Trials.repeated("spark", "sort", 1, 10));
    Entry entry = archive().entries().get(0);
    Path odd = directory.resolve("a b#?%:");
    Files.move(directory.resolve("archive"), odd);
    Entry moved = new Archive(odd).entries().get(0);

    assertThat(Trend.link(moved, directory))
        .isEqualTo("a%20b%23%3F%25%3A/" + entry.machine() + "/" + entry.id() + "/results.json");
  }

  @Test
  void anEmptyArchiveHasAPage() throws IOException {
    assertThat(TrendPage.html(Trend.of(List.of()), directory)).contains("The archive has no runs.");
  }

  private Archive archive() {
    return new Archive(directory.resolve("archive"));
  }

  private void add(int day, String machine, List<TrialResult> trials) throws IOException {
    add(day, machine, 8_000_000_000L, trials);
  }

  private void add(int day, String machine, long memory, List<TrialResult> trials)
      throws IOException {
    add(day, machine, Trials.withMemory(Trials.results("nightly", "1", trials), memory));
  }

  private void add(int day, String machine, Results results) throws IOException {
    Path run = Files.createTempDirectory(directory, "run");
    ResultsFile.write(Trials.startedAt(results, START.plusSeconds(86_400L * day)), run);
    archive().add(run, Optional.of(machine), Optional.of("c" + day), true, 100);
  }
}
