// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.athanor.cli.main.EvaluatorMain;
import org.athanor.results.ResultsFile;
import org.athanor.results.Trials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchReportCommandTest {
  private static final String PAGE = "<!-- bench:sort -->\n<!-- /bench:sort -->\n";

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path results;
  private Path page;

  @BeforeEach
  void write() throws IOException {
    results = Files.createDirectory(directory.resolve("results"));
    ResultsFile.write(
        Trials.results("mine", "1", List.of(Trials.trial("hadoop", "sort", 1, 1, 10))), results);
    page = directory.resolve("page.md");
  }

  private int report(String... more) {
    List<String> arguments = new ArrayList<>(List.of("bench", "report", results.toString()));
    arguments.addAll(List.of(more));
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        arguments.toArray(String[]::new));
  }

  @Test
  void writesTablesIntoADocumentAndNoReport() throws IOException {
    Files.writeString(page, PAGE);

    assertThat(report("--into", page.toString())).isZero();

    assertThat(out.toString(UTF_8)).isEqualTo(page + ": sort\n");
    assertThat(Files.readString(page)).contains("\n| hadoop 1 | 10.0 (10.0 – 10.0) | 1 | 20.0 |");
    assertThat(results.toFile().list()).containsExactly(ResultsFile.NAME);
  }

  @Test
  void describesTheMachineWhereThereIsAPlaceForIt() throws IOException {
    Files.writeString(page, PAGE + "<!-- bench:machine -->\n<!-- /bench:machine -->\n");
    assertThat(report("--into", page.toString())).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo(page + ": machine, sort\n");
  }

  @Test
  void aDocumentWithoutAPlaceIsNotChanged() throws IOException {
    Files.writeString(page, "text\n");
    assertThat(report("--into", page.toString())).isEqualTo(1);
    assertThat(err.toString(UTF_8))
        .contains(
            page
                + ": has no place for sort; add the lines <!-- bench:sort --> and"
                + " <!-- /bench:sort -->\n");
    assertThat(page).hasContent("text\n");
  }

  @Test
  void aDocumentIsNoReport() {
    assertThat(report("--into", page.toString(), "--output", "x")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--into writes no report; leave out --output\n");
  }
}
