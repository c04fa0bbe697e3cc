// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.athanor.cluster.Claims;
import org.athanor.results.Outcome;
import org.athanor.results.Results;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runners in separate JVMs are killed, told to stop, resumed, or run at the same time. */
class KilledRunTest {
  private static final long SEED = Seeds.seed();

  /** Each kill costs about four seconds. */
  private static final int KILLS = Integer.getInteger("athanor.test.kills", 4);

  private static final String EXPERIMENT =
      """
      frameworks: [alpha, beta: {settings: {client: 'mkdir "$1"; echo wrong > "$1/part-0"'}}]
      workloads: [count, sort]
      repetitions: 2
      """;

  private static final List<String> ALL =
      List.of(
          "alpha-count-1n-w0 VERIFIED", "alpha-sort-1n-w0 VERIFIED",
          "beta-count-1n-w0 WRONG_OUTPUT", "beta-sort-1n-w0 WRONG_OUTPUT",
          "beta-count-1n-r1 WRONG_OUTPUT", "beta-sort-1n-r1 WRONG_OUTPUT",
          "alpha-count-1n-r1 VERIFIED", "alpha-sort-1n-r1 VERIFIED",
          "alpha-count-1n-r2 VERIFIED", "alpha-sort-1n-r2 VERIFIED",
          "beta-count-1n-r2 WRONG_OUTPUT", "beta-sort-1n-r2 WRONG_OUTPUT");

  /** Approximate number of lines that such a run prints. */
  private static final int LINES = 90;

  @TempDir private Path directory;

  private Process start(Path home, String how) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            RunnerMain.class.getName(),
            home.toString(),
            how)
        .redirectErrorStream(true)
        .start();
  }

  /** Reads what a run prints, until the run ends or {@code most} lines have been read. */
  private static List<String> lines(Process run, int most) throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    String line = output.readLine();
    while (line != null) {
      lines.add(line);
      line = lines.size() < most ? output.readLine() : null;
    }
    return lines;
  }

  private static int end(Process run) throws InterruptedException {
    assertThat(run.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return run.exitValue();
  }

  private static List<String> outcomes(Path home) throws IOException {
    Results results = ResultsFile.read(home.resolve("results"));
    return results.trials().stream()
        .map(trial -> trial.key().id() + " " + trial.outcome())
        .toList();
  }

  private static List<String> ended(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("ended "))
        .map(line -> line.substring("ended ".length()))
        .toList();
  }

  @Test
  void aRunThatIsKilledAnywhereCanBeResumedAndLeavesNothing() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < KILLS; i++) {
      Path home = Files.createDirectories(directory.resolve("run" + i));
      new ScriptedFacilities(home, line -> {}).file(EXPERIMENT);
      List<String> finished = new ArrayList<>();
      String how = "run";
      int code = -1;
      for (int kill = 0; code < 0; kill++) {
        Process run = start(home, how);
        // The run is killed and resumed three times at most, and then runs to its end.
        int most = kill < 3 ? 1 + random.nextInt(LINES / 2) : Integer.MAX_VALUE;
        List<String> lines = lines(run, most);
        if (lines.size() == most) {
          run.destroyForcibly();
          end(run);
          finished.addAll(ended(lines));
        } else {
          code = end(run);
          finished.addAll(ended(lines));
        }
        assertThat(lines).noneMatch(line -> line.startsWith("problem"));
        how = Files.exists(home.resolve("results/journal.jsonl")) ? "resume" : "run";
      }
      assertThat(code).as("kills of seed %d, run %d", SEED, i).isEqualTo(1);
      assertThat(finished).doesNotHaveDuplicates();
      assertThat(outcomes(home)).containsExactlyInAnyOrderElementsOf(ALL);
      assertThat(LeftoverProcesses.of(home)).isEmpty();
      assertThat(home.resolve("work")).isEmptyDirectory();
      assertThat(new Claims(home.resolve("claims")).marks()).isEmpty();
    }
  }

  @Test
  void aRunThatIsToldToStopEndsEverythingAndNamesItsResults() throws Exception {
    new ScriptedFacilities(directory, line -> {})
        .file(
            "frameworks: [alpha: {settings: {client: 'echo $$; exec tail -f /dev/null'}}]\n"
                + "workloads: count\nrepetitions: 1\n");
    Process run = start(directory, "run");
    BufferedReader output =
        new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      lines.add(line);
      if (line.equals("monitors begin")) {
        run.toHandle().destroy();
      }
    }
    assertThat(end(run)).isEqualTo(143);
    assertThat(lines).contains("close alpha", "interrupted " + directory.resolve("results"));
    assertThat(LeftoverProcesses.of(directory)).isEmpty();
    assertThat(directory.resolve("work")).isEmptyDirectory();
    assertThat(new Claims(directory.resolve("claims")).marks()).isEmpty();
  }

  @Test
  void aRunThatHasEndedHasNothingToResume() throws Exception {
    new ScriptedFacilities(directory, line -> {}).file(EXPERIMENT);
    assertThat(end(start(directory, "run"))).isEqualTo(1);
    Process again = start(directory, "resume");
    assertThat(ended(lines(again, Integer.MAX_VALUE))).isEmpty();
    assertThat(end(again)).isEqualTo(1);
    assertThat(outcomes(directory)).containsExactlyInAnyOrderElementsOf(ALL);
  }

  @Test
  void aRunOfAChangedFileIsNotResumed() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, line -> {});
    facilities.file(EXPERIMENT);
    assertThat(end(start(directory, "run"))).isEqualTo(1);
    facilities.file(EXPERIMENT.replace("repetitions: 2", "repetitions: 3"));
    Process again = start(directory, "resume");
    assertThat(lines(again, Integer.MAX_VALUE))
        .containsExactly(
            "problem --resume: the file has changed since the run in "
                + directory.resolve("results")
                + " began; run without --resume, or use the experiment.yaml of that directory");
    assertThat(end(again)).isEqualTo(2);
  }

  @Test
  void twoRunsAtTheSameTimeDoNotDisturbEachOther() throws Exception {
    Path one = Files.createDirectories(directory.resolve("one"));
    Path two = Files.createDirectories(directory.resolve("two"));
    new ScriptedFacilities(one, line -> {}).file(EXPERIMENT);
    new ScriptedFacilities(two, line -> {}).file(EXPERIMENT);
    // They share claims and work directory, as runs of a user do.
    Files.createDirectories(one.resolve("claims"));
    Files.createSymbolicLink(two.resolve("claims"), one.resolve("claims"));
    Files.createDirectories(one.resolve("work"));
    Files.createSymbolicLink(two.resolve("work"), one.resolve("work"));
    Process first = start(one, "run");
    Process second = start(two, "run");
    assertThat(end(first)).isEqualTo(1);
    assertThat(end(second)).isEqualTo(1);
    for (Path home : List.of(one, two)) {
      assertThat(outcomes(home)).containsExactlyInAnyOrderElementsOf(ALL);
      assertThat(ResultsFile.read(home.resolve("results")).trials())
          .filteredOn(trial -> trial.outcome() == Outcome.VERIFIED)
          .allMatch(trial -> trial.reason().isEmpty())
          .extracting(TrialResult::attempt)
          .containsOnly(1);
      assertThat(LeftoverProcesses.of(home)).isEmpty();
    }
  }

  /**
   * Two values of XDG_STATE_HOME, or two hosts with the same name and shared disks, lead to this.
   */
  @Test
  void aRunWithOtherClaimsKeepsTheDirectoryOfALiveRun() throws Exception {
    Path one = Files.createDirectories(directory.resolve("one"));
    Path two = Files.createDirectories(directory.resolve("two"));
    new ScriptedFacilities(one, line -> {})
        .file(
            "frameworks: [alpha: {settings: {client: 'exec tail -f /dev/null'}}]\n"
                + "workloads: count\nrepetitions: 1\n");
    new ScriptedFacilities(two, line -> {}).file(EXPERIMENT);
    Files.createDirectories(one.resolve("work"));
    Files.createSymbolicLink(two.resolve("work"), one.resolve("work"));
    Process first = start(one, "run");
    BufferedReader output =
        new BufferedReader(new InputStreamReader(first.getInputStream(), StandardCharsets.UTF_8));
    while (!output.readLine().equals("monitors begin")) {
      assertThat(first.isAlive()).isTrue();
    }
    try (Stream<Path> own = Files.list(one.resolve("work"))) {
      Path work = own.findFirst().orElseThrow();
      assertThat(work.resolve("framework/conf/site.conf")).exists();

      assertThat(end(start(two, "run"))).isEqualTo(1);

      assertThat(work.resolve("framework/conf/site.conf")).exists();
    } finally {
      first.toHandle().destroy();
    }
    assertThat(output.lines()).noneMatch(line -> line.startsWith("warning"));
    assertThat(end(first)).isEqualTo(143);
    assertThat(one.resolve("work")).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatIsBeingWrittenIsNotResumed() throws Exception {
    new ScriptedFacilities(directory, line -> {})
        .file(
            "frameworks: [alpha: {settings: {client: 'exec tail -f /dev/null'}}]\n"
                + "workloads: count\nrepetitions: 1\n");
    Process first = start(directory, "run");
    List<String> lines = lines(first, 8);
    assertThat(lines).hasSize(8);
    Process second = start(directory, "resume");
    assertThat(lines(second, Integer.MAX_VALUE))
        .containsExactly(
            "problem --resume: "
                + directory.resolve("results/journal.jsonl")
                + ": another run is writing to it; wait until that run has ended");
    assertThat(end(second)).isEqualTo(2);
    first.toHandle().destroy();
    assertThat(end(first)).isEqualTo(143);
    assertThat(LeftoverProcesses.of(directory)).isEmpty();
  }
}
