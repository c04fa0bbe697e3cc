// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cli.main.EvaluatorMain;
import org.athanor.results.ResultsFile;
import org.athanor.results.Trials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the example of docs/evaluation.md, "Gate a pull request", line by line. Of {@code bench run}
 * only the command line is run, as a check; its results are invented.
 */
class GateExampleTest {
  private static final Path PAGE = Path.of("../docs/evaluation.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)```sh\n(.*?)```");
  private static final double[] FAST = {10, 10.1, 10.2, 10.3, 10.4, 10.5};
  private static final double[] SLOW = {11.5, 11.6, 11.7, 11.8, 11.9, 12};

  @TempDir Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private List<String> main;
  private List<String> change;
  private int second;

  @BeforeEach
  void read() throws IOException {
    String page = Files.readString(PAGE);
    Matcher blocks = BLOCK.matcher(page.substring(page.indexOf("\n## Gate a pull request")));
    assertThat(blocks.find()).isTrue();
    main = blocks.group(1).lines().toList();
    assertThat(blocks.find()).isTrue();
    change = blocks.group(1).lines().toList();
  }

  @Test
  void aChangeThatIsSlowerFails() throws IOException {
    assertThat(run(change, FAST)).as("there is no reference yet: %s", errors()).isEqualTo(1);
    assertThat(run(main, FAST)).as(errors()).isZero();
    assertThat(run(change, FAST)).as(errors()).isZero();
    assertThat(directory.resolve("gate.md")).content().startsWith("**gate: passed");
    assertThat(run(change, SLOW)).as(errors()).isEqualTo(3);
    assertThat(directory.resolve("gate.md")).content().startsWith("**gate: failed");
    assertThat(directory.resolve("gate.xml")).content().contains("failures=\"1\"");
    assertThat(run(change, 20)).as("a single repetition").isEqualTo(4);
  }

  @Test
  void theTrendShowsAcceptedRuns() throws IOException {
    for (int i = 0; i < 10; i++) {
      assertThat(run(main, i < 6 ? FAST : SLOW)).as(errors()).isZero();
    }
    assertThat(directory.resolve("trend.html")).content().contains("1 step is found.");

    out.reset();
    assertThat(athanor("bench", "trend", "--archive", archive(), "--json")).isZero();
    assertThat(
            new JsonMapper()
                .readTree(out.toString(UTF_8))
                .get("panels")
                .get(0)
                .get("lines")
                .get(0)
                .get("steps")
                .get(0)
                .get("run")
                .intValue())
        .isEqualTo(6);
    out.reset();
    assertThat(athanor("bench", "archive", "list", "--archive", archive())).isZero();
    assertThat(out.toString(UTF_8).lines())
        .hasSize(11)
        .last()
        .asString()
        .matches("2026-11-27T10:00:10Z +nightly +1a2b3c4 +yes +n1: a CPU, .*/20261127T100010Z-.*");
  }

  @Test
  void refusesWrongOptions() {
    assertThat(athanor("bench", "archive", "add", "x", "--archive=y", "--keep=0")).isEqualTo(2);
    assertThat(athanor("bench", "archive", "add", "x", "--archive=y", "--commit=$(rm)"))
        .isEqualTo(2);
    assertThat(athanor("bench", "archive", "add", "x", "--archive=y", "--machine=../z"))
        .isEqualTo(2);
    assertThat(athanor("bench", "trend", "--archive=y")).isEqualTo(2);
    assertThat(athanor("bench", "compare", "--reference=y", "a", "b")).isEqualTo(2);
    assertThat(athanor("bench", "compare", "a", "b", "--machine=ci")).isEqualTo(2);
    assertThat(athanor("bench", "compare", "a")).isEqualTo(2);
    assertThat(athanor("bench", "archive", "list", "--archive=no-such")).isEqualTo(1);
    assertThat(errors())
        .isEqualTo(
            """
            athanor: --keep=0: must be a number from 1 on
            athanor: --commit=$(rm): must be a commit of up to 100 letters, digits and . _ / -, such as 1a2b3c4
            athanor: --machine=../z: must be a name of up to 64 letters, digits and . _ -
            athanor: --output is missing: name the file of the page, or use --json
            athanor: --reference: replaces A: give one directory of results, and no --in
            athanor: --machine: names the machine of --reference, which is missing
            athanor: B is missing: give two, or an archive with --reference
            athanor bench archive list: no-such: no such archive; athanor bench archive add makes it with its first entry
            """);
  }

  /** Runs the lines until one fails, as a server does; returns its exit code. */
  private int run(List<String> lines, double... times) throws IOException {
    second++;
    for (String line : lines) {
      String[] words = words(line);
      int code = words[1].equals("run") ? measured(words, times) : athanor(words);
      if (code != 0) {
        return code;
      }
    }
    return 0;
  }

  /** Writes the results that the run would have written. */
  private int measured(String[] words, double... times) throws IOException {
    assertThat(words).containsExactly("bench", "run", path("bench.yaml"), "--output", path("out"));
    ResultsFile.write(
        Trials.startedAt(
            Trials.results("nightly", "1", Trials.repeated("hadoop", "sort", 1, times)),
            Instant.parse("2026-11-27T10:00:00Z").plusSeconds(second)),
        Files.createDirectories(directory.resolve("out")));
    return 0;
  }

  /** The words of a line after the name of the command, with variables and files in their place. */
  private String[] words(String line) {
    List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
    assertThat(words.remove(0)).isEqualTo("./athanor");
    words.replaceAll(
        word ->
            switch (word) {
              case "\"$ARCHIVE\"" -> archive();
              case "\"$COMMIT\"" -> "1a2b3c4";
              case "out", "bench.yaml", "gate.xml", "gate.md", "trend.html" -> path(word);
              default -> word;
            });
    return words.toArray(String[]::new);
  }

  private String archive() {
    return path("archive");
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private String errors() {
    return err.toString(UTF_8);
  }

  private int athanor(String... arguments) {
    return EvaluatorMain.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), arguments);
  }
}
