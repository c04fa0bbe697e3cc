// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.results.Outcome;
import org.athanor.results.Results;
import org.athanor.results.Study;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.synthetic.Shape;
import org.athanor.results.synthetic.SyntheticExperiment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportWriterTest {

  private static final long MOST_BYTES = 5_000_000;

  @TempDir static Path experiment;
  static String page;

  @TempDir Path directory;

  @BeforeAll
  static void writeReport() throws IOException {
    Shape shape =
        new Shape(
            List.of("hadoop", "athanor", "spark"),
            List.of("kmeans", "grep"),
            List.of(4, 8),
            5,
            true,
            .3,
            false,
            1);
    SyntheticExperiment.write(shape, experiment);
    page = Files.readString(ReportWriter.write(List.of(experiment), experiment));
  }

  @Test
  void pathsInTablesAreRelativeToTheReport() throws IOException {
    assertThat(Files.readAllLines(experiment.resolve("data/trials.csv")).stream().skip(1))
        .isNotEmpty()
        .map(line -> line.substring(line.lastIndexOf(',') + 1))
        .allSatisfy(trial -> assertThat(trial).startsWith("trials/"))
        .allSatisfy(trial -> assertThat(experiment.resolve(trial)).isDirectory());
  }

  @Test
  void removesFiguresThatOnlyTheEarlierReportHad() throws IOException {
    List<TrialResult> sort = Trials.repeated("hadoop", "sort", 1, 20, 21, 22);
    List<TrialResult> both = new ArrayList<>(sort);
    both.addAll(Trials.repeated("spark", "sort", 1, 20, 21, 22));
    ReportWriter.write(Trials.study(both), directory);
    Path figures = directory.resolve("figures");
    assertThat(figures.resolve("speedup-1n.svg")).exists();

    ReportWriter.write(Trials.study(sort), directory);

    assertThat(figures.resolve("speedup-1n.svg")).doesNotExist();
    assertThat(figures.resolve("speedup-1n.png")).doesNotExist();
    assertThat(figures.resolve("time-1n.svg")).exists();
  }

  @Test
  void leavesOtherFilesUnchanged() throws IOException {
    Path figures = Files.createDirectories(directory.resolve("figures"));
    Path data = Files.createDirectories(directory.resolve("data"));
    List<Path> own =
        List.of(
            Files.createFile(figures.resolve("architecture.svg")),
            Files.createFile(figures.resolve("photo.png")),
            Files.createFile(data.resolve("survey.csv")));
    Study study = Trials.study(Trials.repeated("hadoop", "sort", 1, 20, 21, 22));

    ReportWriter.write(study, directory);
    ReportWriter.write(study, directory);

    assertThat(own).allSatisfy(file -> assertThat(file).exists());
  }

  @Test
  void doesNotReplaceAFileThatIsNotItsOwn() throws IOException {
    Path own = Files.createDirectories(directory.resolve("figures")).resolve("time-1n.svg");
    Files.writeString(own, "mine");
    Study study = Trials.study(Trials.repeated("hadoop", "sort", 1, 20, 21, 22));

    assertThatThrownBy(() -> ReportWriter.write(study, directory))
        .hasMessage(
            own
                + ": exists, and does not belong to an earlier report; move it away, or choose"
                + " another directory by --output");
    assertThat(own).hasContent("mine");
    assertThat(directory.resolve("report.html")).doesNotExist();
  }

  /** Older releases wrote no list of files. */
  @Test
  void replacesAReportThatHasNoListOfItsFiles() throws IOException {
    Study study = Trials.study(Trials.repeated("hadoop", "sort", 1, 20, 21, 22));
    ReportWriter.write(study, directory);
    Files.delete(directory.resolve("report-files.txt"));

    ReportWriter.write(study, directory);

    assertThat(directory.resolve("report-files.txt")).content().contains("figures/time-1n.svg");
  }

  @Test
  void anEditedListCannotNameFilesOutsideOfTheDirectory() throws IOException {
    Path other = Files.createFile(directory.resolve("other.svg"));
    Path paper = Files.createDirectory(directory.resolve("paper"));
    Study study = Trials.study(Trials.repeated("hadoop", "sort", 1, 20, 21, 22));
    ReportWriter.write(study, paper);
    Files.writeString(
        paper.resolve("report-files.txt"),
        "../other.svg\nfigures/../../other.svg\n" + other + "\n",
        StandardOpenOption.APPEND);

    ReportWriter.write(study, paper);

    assertThat(other).exists();
  }

  @Test
  @Tag("short")
  void hasAllSections() {
    assertThat(page)
        .contains("<h2>Winners</h2>")
        .contains("<h2>Scorecard</h2>")
        .contains("<h2>Time and resources</h2>")
        .contains("<h2>Speed-up</h2>")
        .contains("<h2>Over time</h2>")
        .contains("<h2>Between nodes</h2>")
        .contains("<h2>Hardware events</h2>")
        .contains("<h2>Scalability</h2>")
        .contains("<h2>Energy</h2>")
        .contains("<h2>All statistics</h2>")
        .contains("<h2>Failed and disturbed trials</h2>")
        .contains("<h2>Configuration and environment</h2>");
  }

  @Test
  void showsEveryFailureWithItsReasonAndTheEndOfItsLog() {
    assertThat(page)
        .contains("spark, kmeans, 4 nodes, 2 trials")
        .contains("exit status 1: java.lang.OutOfMemoryError: Java heap space")
        .contains("Assign$&lt;init&gt;(Assign.scala:&lt;synthetic&gt;)")
        .contains("31,999,812 records, the reference has 32,000,000")
        .contains("node2: others used 41 % of the CPU, the limit is 10 %")
        .contains("spark, testdfsio: it has no program for the spark interface");
  }

  @Test
  void namesMissingMeasurementsWithTheirReasons() {
    assertThat(page).contains("perf: event l2_rqsts.miss not supported by this processor");
  }

  @Test
  void loadsNothing() {
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContainPattern("(src|href)=\"(https?:)?//")
        .doesNotContain("@import")
        .doesNotContainPattern("url\\((?!#)");
  }

  @Test
  void linksFilesThatExist() {
    Matcher links = Pattern.compile("href=\"([^\"#]+)\"").matcher(page);
    while (links.find()) {
      assertThat(experiment.resolve(links.group(1))).exists();
    }
    Matcher figures =
        Pattern.compile("\"id\":\"([^\"]+)\",\"title\":\"[^\"]*\",\"nodes\":\\d+,\"file\":true")
            .matcher(page);
    int count = 0;
    while (figures.find()) {
      assertThat(experiment.resolve("figures/" + figures.group(1) + ".svg")).isNotEmptyFile();
      assertThat(experiment.resolve("figures/" + figures.group(1) + ".png")).isNotEmptyFile();
      count++;
    }
    assertThat(count).isGreaterThan(40);
    assertThat(experiment.resolve("figures/time-kmeans-athanor-8n.svg"))
        .content()
        .startsWith("<svg")
        .contains("shuffle");
  }

  @Test
  void escapesLabels() throws IOException {
    String label = "</script><script>alert(1)</script>";
    TrialResult failed =
        Trials.with(Trials.trial(label, "<b>grep", 1, 1, 1), Outcome.FAILED, "<img src=x>");
    Study study =
        Trials.study(
            failed,
            Trials.trial("spark", "<b>grep", 1, 1, 2),
            Trials.trial("spark", "<b>grep", 1, 2, 3));

    String html = Files.readString(ReportWriter.write(study, directory));

    assertThat(html)
        .doesNotContain("<script>alert")
        .doesNotContain("<img")
        .doesNotContain("<b>grep");
    assertThat(html.split("</script>", -1)).hasSize(4);
  }

  @Test
  void saysThatTimesAreSimulated() throws IOException {
    Results measured = Trials.results("m", "1", Trials.repeated("hadoop", "sort", 1, 20, 21, 22));
    Results simulated =
        Trials.simulated(Trials.results("s", "1", Trials.repeated("athanor", "sort", 1, 4, 5, 6)));
    Study.Source first = new Study.Source(directory.resolve("m"), measured);
    Study.Source second = new Study.Source(directory.resolve("s"), simulated);

    String all = Files.readString(ReportWriter.write(Study.of(List.of(second)), directory));
    assertThat(all)
        .contains("<p class=\"simulated\">All times are simulated, not measured.</p>")
        .contains("trials simulated", "simulated by Athanor 0.1.0", "\"Time, 1 node, simulated\"")
        .contains("\"id\":\"tasks\"");
    assertThat(directory.resolve("figures/time-1n.svg")).content().contains("simulated");
    List<String> rows = Files.readAllLines(directory.resolve("data/trials.csv"));
    int column = List.of(rows.get(0).split(",", -1)).indexOf("simulated");
    assertThat(rows.get(1).split(",", -1)[column]).isEqualTo("True");

    String some = Files.readString(ReportWriter.write(Study.of(List.of(first, second)), directory));
    assertThat(some)
        .contains("<p class=\"simulated\">Simulated, not measured: athanor.</p>")
        .contains("<dt>trials</dt>", "\"Time, 1 node, partly simulated\"");
    assertThat(page).contains("trials measured").doesNotContain("class=\"simulated\"");
  }

  @Test
  void reportsExperimentsThatHaveNoVerifiedTrial() throws IOException {
    TrialResult failed =
        Trials.with(Trials.trial("spark", "grep", 1, 1, 1), Outcome.TIMED_OUT, "ended after 1 s");

    String html = Files.readString(ReportWriter.write(Trials.study(failed), directory));

    assertThat(html).contains("no workload has a clear winner").contains("No verified trial");
  }

  /** The default locale of the test has digits of its own. */
  @Test
  void isTheSameInEveryLocale() throws IOException {
    Locale before = Locale.getDefault();
    Path arabic = Files.createDirectory(directory.resolve("report"));
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      ReportWriter.write(List.of(experiment), arabic);
    } finally {
      Locale.setDefault(before);
    }

    try (Stream<Path> files = Files.walk(arabic)) {
      assertThat(files)
          .filteredOn(file -> file.toString().matches(".*\\.(html|csv|svg)"))
          .hasSizeGreaterThan(40)
          .allSatisfy(
              file -> assertThat(file).content().doesNotContainPattern("[\u0660-\u0669\u066b]"));
    }
  }

  /** Reads the files with pandas.read_csv, or with Python's csv module if there is no pandas. */
  @Test
  void writesDataThatPythonReads() throws IOException, InterruptedException {
    String program =
        """
        import csv, sys
        try:
            import pandas
        except ImportError:
            pandas = None
        for name in ("trials", "totals", "summary", "speedups", "scalability", "nodes",
                     "scorecard", "phases", "power-over-time", "power-of-nodes"):
            path = sys.argv[1] + "/data/" + name + ".csv"
            if pandas:
                print(name, len(pandas.read_csv(path)))
            else:
                rows = list(csv.DictReader(open(path, encoding="utf-8"), strict=True))
                assert all(None not in row and None not in row.values() for row in rows)
                print(name, len(rows))
        """;
    Process python = start("python3", "-c", program, experiment.toString());

    int trials = Study.read(List.of(experiment)).trials().size();
    String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(python.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(output.lines())
        .contains("trials " + trials)
        .contains("summary " + 12 * 18)
        .contains("speedups 8")
        .contains("scalability 12")
        .contains("scorecard 12")
        .as("12 groups of 4 phases")
        .contains("phases 48")
        .as("6 groups of 4 nodes and 6 of 8")
        .contains("power-of-nodes 72");
  }

  /** 1,000 trials × 16 nodes × 60 to 120 samples. Prints the time and the size. */
  @Test
  void staysSmallWithAThousandTrials() throws IOException {
    Shape shape = Shape.large().sharing();
    SyntheticExperiment.write(shape, directory);
    long start = System.nanoTime();

    Path written = ReportWriter.write(List.of(directory), directory);

    System.out.printf(
        "report of 1,000 trials x 16 nodes: %,d bytes, %.1f s%n",
        Files.size(written), (System.nanoTime() - start) / 1e9);
    assertThat(written).exists();
    assertThat(Files.size(written)).isLessThan(MOST_BYTES);
  }

  private static Process start(String... command) {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, command[0] + " is not installed: " + e.getMessage());
      throw new IllegalStateException(e);
    }
  }
}
