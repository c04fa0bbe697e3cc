// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.report.ReportWriter;
import org.athanor.results.Outcome;
import org.athanor.results.Reading;
import org.athanor.results.Results;
import org.athanor.results.Results.Skip;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the order of the steps of a run. */
class ExecutionOrderTest {
  @TempDir private Path directory;
  private final List<String> events = new ArrayList<>();

  private final RunListener listener =
      new RunListener() {
        @Override
        public void trialStarting(
            TrialKey key, int attempt, int number, int total, Optional<Duration> left) {
          events.add("trial " + key.id() + " " + number + "/" + total);
        }

        @Override
        public void trialEnded(TrialResult result) {
          events.add(result.outcome() + " " + result.key().id());
        }
      };

  private RunOutcome run(String experiment, RunOptions options, ScriptedFacilities facilities)
      throws Exception {
    return BenchRun.run(facilities.file(experiment), options, facilities, listener);
  }

  @Test
  @Tag("short")
  void deploysWarmsUpRunsVerifiesAndCloses() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    RunOutcome outcome =
        run(
            "frameworks: alpha\nworkloads: count\nrepetitions: 1\n",
            facilities.options(false),
            facilities);
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
    assertThat(events)
        .containsExactly(
            "prepare count",
            "install alpha",
            "deploy alpha",
            "trial alpha-count-1n-w0 1/2",
            "submit count",
            "monitors begin",
            "monitors end",
            "verify count",
            "VERIFIED alpha-count-1n-w0",
            "close alpha",
            "deploy alpha",
            "trial alpha-count-1n-r1 2/2",
            "submit count",
            "monitors begin",
            "monitors end",
            "verify count",
            "VERIFIED alpha-count-1n-r1",
            "close alpha",
            "monitors close");
  }

  @Test
  void memoryIsFreeOnlyFromTheStartOfATrialOn() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    RunOutcome outcome =
        run(
            "frameworks: alpha\nworkloads: count\nrepetitions: 1\nwarmup: 0\n"
                + "warm: {memory: 64m}\n",
            facilities.options(false),
            facilities);
    assertThat(outcome.problems()).isEmpty();
    assertThat(events.subList(events.indexOf("submit count"), events.size()))
        .containsExactly(
            "submit count",
            "hold 67108864 bytes of 1",
            "release memory",
            "monitors begin",
            "monitors end",
            "free memory",
            "verify count",
            "VERIFIED alpha-count-1n-r1",
            "close alpha",
            "monitors close");
  }

  @Test
  void anInputIsReadBeforeEachTrial() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    RunOptions options = facilities.options(false);
    Path input = Files.createDirectories(directory.resolve("own-input"));
    Files.writeString(input.resolve("part-0"), "some");
    // The first trial makes the input unreadable for the second one.
    run(
        "frameworks: [alpha: {settings: {client:"
            + " 'mkdir \"$1\" && echo right > \"$1/part-0\" && ln -s loop "
            + input
            + "/loop'}}]\nworkloads: [count: {label: own}]\nrepetitions: 2\nwarmup: 0\n"
            + "order: grouped\nwarm: {input: true}\n",
        options,
        facilities);
    List<TrialResult> trials = ResultsFile.read(options.output().orElseThrow()).trials();
    assertThat(trials)
        .extracting(TrialResult::outcome)
        .containsExactly(Outcome.VERIFIED, Outcome.FAILED);
    assertThat(trials.get(1).reason().orElseThrow())
        .startsWith("warm.input: localhost cannot read it: find: ")
        .contains(input + "/loop");
    assertThat(events)
        .as("the framework has not failed")
        .filteredOn("deploy alpha"::equals)
        .hasSize(1);
    assertThat(events).filteredOn("monitors begin"::equals).hasSize(1);
  }

  @Test
  void aNodeThatCannotBeMadeWarmDoesNotBreakTheFramework() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    RunOptions options = facilities.options(false);
    run(
        "frameworks: alpha\nworkloads: count\nrepetitions: 2\nwarmup: 0\n"
            + "order: grouped\nwarm: {memory: 65m}\n",
        options,
        facilities);
    assertThat(events).filteredOn("deploy alpha"::equals).hasSize(1);
    assertThat(events).contains("FAILED alpha-count-1n-r1", "FAILED alpha-count-1n-r2");
    assertThat(events).doesNotContain("monitors begin", "free memory");
    Results results = ResultsFile.read(options.output().orElseThrow());
    assertThat(results.trials().get(0).reason())
        .contains("memory of a cannot be made warm: it is full");
    assertThat(results.warm()).contains(new WarmInfo(Optional.of(65L << 20), false));
  }

  @Test
  void resultsSayHowManyTrialsAreMissing() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    RunOptions options = facilities.options(false);
    Path results = options.output().orElseThrow();
    List<Optional<Integer>> missing = new ArrayList<>();
    RunListener reader =
        new RunListener() {
          @Override
          public void trialStarting(
              TrialKey key, int attempt, int number, int total, Optional<Duration> left) {
            try {
              missing.add(ResultsFile.read(results).unfinished());
            } catch (IOException unreadable) {
              throw new UncheckedIOException(unreadable);
            }
          }
        };
    BenchRun.run(
        facilities.file("frameworks: alpha\nworkloads: count\nrepetitions: 2\nwarmup: 0\n"),
        options,
        facilities,
        reader);
    assertThat(missing).containsExactly(Optional.of(2), Optional.of(1));
    assertThat(ResultsFile.read(results).unfinished()).isEmpty();
  }

  @Test
  void interleavesFrameworksAndLetsAnotherOneBeginEachRound() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    run(
        "frameworks: [alpha, beta, gamma]\nworkloads: [count, sort]\nrepetitions: 3\nwarmup: 0\n",
        facilities.options(false),
        facilities);
    assertThat(ids("trial "))
        .containsExactly(
            "alpha-count-1n-r1",
            "alpha-sort-1n-r1",
            "beta-count-1n-r1",
            "beta-sort-1n-r1",
            "gamma-count-1n-r1",
            "gamma-sort-1n-r1",
            "beta-count-1n-r2",
            "beta-sort-1n-r2",
            "gamma-count-1n-r2",
            "gamma-sort-1n-r2",
            "alpha-count-1n-r2",
            "alpha-sort-1n-r2",
            "gamma-count-1n-r3",
            "gamma-sort-1n-r3",
            "alpha-count-1n-r3",
            "alpha-sort-1n-r3",
            "beta-count-1n-r3",
            "beta-sort-1n-r3");
  }

  private List<String> ids(String prefix) {
    return events.stream()
        .filter(event -> event.startsWith(prefix))
        .map(event -> event.substring(prefix.length()).replaceFirst(" .*", ""))
        .toList();
  }

  @Test
  void groupsFrameworksIfAskedTo() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, events::add);
    run(
        "frameworks: [alpha, beta]\nworkloads: count\nrepetitions: 2\nwarmup: 1\norder: grouped\n",
        facilities.options(false),
        facilities);
    assertThat(ids("trial "))
        .containsExactly(
            "alpha-count-1n-w0",
            "alpha-count-1n-r1",
            "alpha-count-1n-r2",
            "beta-count-1n-w0",
            "beta-count-1n-r1",
            "beta-count-1n-r2");
    assertThat(ids("deploy ")).containsExactly("alpha", "beta");
  }

  @Test
  void runsOnlyWhatIsSelected() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    RunOptions options =
        new RunOptions(
            false,
            new Selection(List.of("alpha/sort", "*/count")),
            Optional.of(directory.resolve("results")),
            directory);
    run(
        "frameworks: [alpha, beta]\nworkloads: [count, sort]\nrepetitions: 1\nwarmup: 0\n",
        options,
        facilities);
    assertThat(ids("trial "))
        .containsExactly("alpha-count-1n-r1", "alpha-sort-1n-r1", "beta-count-1n-r1");
  }

  @Test
  void skipsUnsupportedWorkloadsWithTheReason() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    RunOutcome outcome =
        run(
            "frameworks: [alpha, beta: {settings: {cannot: sort}}]\nworkloads: [count, sort]\n"
                + "repetitions: 1\nwarmup: 0\n",
            facilities.options(false),
            facilities);
    assertThat(ids("trial "))
        .containsExactly("alpha-count-1n-r1", "alpha-sort-1n-r1", "beta-count-1n-r1");
    assertThat(outcome.results().orElseThrow().skipped())
        .containsExactly(new Skip("beta", "sort", "has no program for beta"));
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void keepsWhatTheClientReportsIfTheOutputIsRight() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    String right = "mkdir \"$1\"; echo right > \"$1/part-0\"; echo 1; echo 2";
    RunOutcome outcome =
        run(
            "frameworks: [alpha: {settings: {client: '"
                + right
                + "'}}, beta: {settings: {client: 'echo 1'}}]\n"
                + "workloads: count\nrepetitions: 1\nwarmup: 0\nmonitors: cpu\n",
            facilities.options(false),
            facilities);
    List<TrialResult> trials = outcome.results().orElseThrow().trials();
    assertThat(trials.get(0).measures())
        .containsExactly(Map.entry("lines", Reading.of(2, Unit.COUNT)));
    assertThat(trials.get(1).measures()).isEmpty();
  }

  @Test
  void keepsLogsConfigurationAndTheExperiment() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    String client = "'echo hello; echo oops >&2; mkdir \"$1\"; echo right > \"$1/part-0\"'";
    Path[] planned = new Path[1];
    RunOutcome outcome =
        BenchRun.run(
            facilities.file(
                "frameworks: [alpha: {settings: {client: "
                    + client
                    + "}}]\nworkloads: count\nrepetitions: 1\nwarmup: 0\n"),
            facilities.options(false),
            facilities,
            new RunListener() {
              @Override
              public void planned(Path results, Plan plan, int done) {
                planned[0] = results;
              }
            });
    Path results = directory.resolve("results");
    assertThat(planned[0]).isEqualTo(results);
    assertThat(outcome.directory()).contains(results);
    Path trial = results.resolve("trials/alpha-count-1n-r1");
    assertThat(Files.readString(trial.resolve("stdout.log"))).matches(" +\\d+\\.\\d{3} hello\n");
    assertThat(Files.readString(trial.resolve("stderr.log"))).matches(" +\\d+\\.\\d{3} oops\n");
    assertThat(trial.resolve("conf/site.conf")).exists();
    assertThat(results.resolve("experiment.yaml"))
        .hasSameBinaryContentAs(directory.resolve("experiment.yaml"));
    assertThat(results.resolve("results.json")).exists();
    assertThat(directory.resolve("work")).isEmptyDirectory();
  }

  /** Rewriting the file after each attempt would be quadratic; the journal has each attempt. */
  @Test
  void writesResultsOncePerBatch() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    Path results = directory.resolve("results");
    List<String> seen = new ArrayList<>();
    BenchRun.run(
        facilities.file(
            "frameworks: [alpha, beta]\nworkloads: count\nrepetitions: 3\nwarmup: 0\n"
                + "order: grouped\n"),
        facilities.options(false),
        facilities,
        new RunListener() {
          @Override
          public void trialEnded(TrialResult result) {
            try {
              seen.add(
                  ResultsFile.read(results).trials().size()
                      + " of "
                      + (Files.readAllLines(results.resolve("journal.jsonl")).size() - 1));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        });

    assertThat(seen).containsExactly("0 of 1", "0 of 2", "0 of 3", "3 of 4", "3 of 5", "3 of 6");
    assertThat(ResultsFile.read(results).trials()).hasSize(6);
  }

  /** Results are given to others, so none of their files may contain a password. */
  @Test
  void keepsNoSecrets() throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    String settings =
        "{fs.s3a.secret.key: hunter2, keystore: hunter2, client: 'exec false password=hunter2'}";
    RunOutcome outcome =
        BenchRun.run(
            facilities.file(
                "frameworks: [alpha: {settings: "
                    + settings.replace("keystore: ", "keystore: password=")
                    + "}]\nworkloads: count\nrepetitions: 1\nwarmup: 0\n"),
            facilities.options(false),
            facilities,
            new RunListener() {});

    assertThat(outcome.exitCode()).isEqualTo(1);
    Path results = directory.resolve("results");
    assertThat(results.resolve("trials/alpha-count-1n-r1/conf/server.jks")).doesNotExist();
    assertThat(results.resolve("trials/alpha-count-1n-r1/conf/settings.properties"))
        .content()
        .contains("fs.s3a.secret.key (redacted)");
    ReportWriter.write(List.of(results), results);
    try (Stream<Path> files = Files.walk(results)) {
      assertThat(files.filter(Files::isRegularFile))
          .hasSizeGreaterThan(8)
          .allSatisfy(
              file ->
                  assertThat(new String(Files.readAllBytes(file), ISO_8859_1))
                      .doesNotContain("hunter2"));
    }
    assertThat(results.resolve("results.json"))
        .content()
        .contains("\"fs.s3a.secret.key\":\"(redacted)\"");
  }
}
