// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.results.Outcome;
import org.athanor.results.TrialResult;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands of the user before and after trials, time limits of workloads, and overridden values.
 */
class HooksTest {
  @TempDir private Path directory;
  private final List<String> warnings = new ArrayList<>();
  private ScriptedFacilities facilities;
  private Path seen;

  @BeforeEach
  void prepare() {
    facilities = new ScriptedFacilities(directory, event -> {});
    seen = directory.resolve("seen");
  }

  private final RunListener listener =
      new RunListener() {
        @Override
        public void warning(String line) {
          warnings.add(line);
        }
      };

  private RunOutcome run(String experiment, RunOptions options) throws IOException {
    return BenchRun.run(facilities.file(experiment), options, facilities, listener);
  }

  private RunOutcome run(String experiment) throws IOException {
    return run(experiment, facilities.options(false));
  }

  /** A command that appends a line, with some of the variables, to {@link #seen}. */
  private String note(String what) {
    return "'echo "
        + what
        + " $ATHANOR_EXPERIMENT $ATHANOR_FRAMEWORK $ATHANOR_WORKLOAD $ATHANOR_SIZE"
        + " $ATHANOR_REPETITION $ATHANOR_ATTEMPT >> "
        + seen
        + "'";
  }

  private String hooks(String owner) {
    return "hooks: {setup: "
        + note(owner + "-setup")
        + ", prepare: "
        + note(owner + "-prepare")
        + ", cleanup: "
        + note(owner + "-cleanup")
        + "}";
  }

  private List<String> seen() throws IOException {
    return Files.exists(seen) ? Files.readAllLines(seen) : List.of();
  }

  private static List<String> reasons(RunOutcome outcome) {
    return outcome.results().orElseThrow().trials().stream()
        .map(trial -> trial.key().id() + " " + trial.reason().orElse("verified"))
        .toList();
  }

  @Test
  @Tag("short")
  void runInOrderWithVariablesThatNameTheTrial() throws Exception {
    RunOutcome outcome =
        run(
            "name: e\nframeworks: [alpha: {"
                + hooks("f")
                + "}, beta]\nworkloads: [count: {"
                + hooks("w")
                + "}]\nrepetitions: 2\nwarmup: 1\n");
    assertThat(outcome.exitCode()).isZero();
    assertThat(seen())
        .containsExactly(
            "f-setup e alpha count 1 0 1",
            "w-setup e alpha count 1 0 1",
            "f-prepare e alpha count 1 0 1",
            "w-prepare e alpha count 1 0 1",
            "w-setup e beta count 1 0 1",
            "w-prepare e beta count 1 0 1",
            "w-prepare e beta count 1 1 1",
            "f-prepare e alpha count 1 1 1",
            "w-prepare e alpha count 1 1 1",
            "f-prepare e alpha count 1 2 1",
            "w-prepare e alpha count 1 2 1",
            "w-cleanup e alpha count 1 2 1",
            "f-cleanup e alpha count 1 2 1",
            "w-prepare e beta count 1 2 1",
            "w-cleanup e beta count 1 2 1");
    assertThat(warnings).isEmpty();
  }

  @Test
  void aFailureEndsTheTrialWithItsLastLine() throws Exception {
    RunOutcome outcome =
        run(
            "frameworks: [alpha, beta]\nworkloads: [count: {hooks: {prepare: 'echo no table >&2;"
                + " test $ATHANOR_FRAMEWORK-$ATHANOR_REPETITION != alpha-1'}}]\n"
                + "repetitions: 2\nwarmup: 0\n");
    assertThat(reasons(outcome))
        .containsExactlyInAnyOrder(
            "alpha-count-1n-r1 prepare of count failed with exit status 1: no table",
            "alpha-count-1n-r2 verified",
            "beta-count-1n-r1 verified",
            "beta-count-1n-r2 verified");
    Path trial = directory.resolve("results/trials/alpha-count-1n-r1");
    assertThat(trial.resolve("workload-prepare/stdout.log")).content().endsWith(" no table\n");
    assertThat(trial.resolve("stderr.log"))
        .hasContent("prepare of count failed with exit status 1: no table");
  }

  @Test
  void aFailedSetupFailsAllTrialsThatNeedItAndIsCleanedUpOnce() throws Exception {
    RunOutcome outcome =
        run(
            "frameworks: [alpha: {hooks: {setup: 'echo s >> "
                + seen
                + "; exit 3', prepare: "
                + note("prepare")
                + ", cleanup: 'echo c >> "
                + seen
                + "; exit 4'}}, beta]\nworkloads: count\nrepetitions: 2\nwarmup: 0\n");
    assertThat(reasons(outcome))
        .containsExactlyInAnyOrder(
            "alpha-count-1n-r1 setup of alpha failed with exit status 3",
            "alpha-count-1n-r2 setup of alpha failed with exit status 3",
            "beta-count-1n-r1 verified",
            "beta-count-1n-r2 verified");
    assertThat(seen()).containsExactly("s", "c");
    assertThat(warnings)
        .containsExactly("cleanup of alpha failed with exit status 4; see alpha-count-1n-r2");
  }

  @Test
  void aCommandThatTakesTooLongIsEndedWithItsChildren() throws Exception {
    RunOutcome outcome =
        run(
            "frameworks: alpha\nworkloads: [count: {hooks: {prepare: 'tail -f /dev/null & tail -f"
                + " /dev/null', timeout: 1s}}]\nrepetitions: 1\nwarmup: 0\n");
    assertThat(reasons(outcome))
        .containsExactly("alpha-count-1n-r1 prepare of count took longer than 1s and was ended");
    assertThat(LeftoverProcesses.of(directory)).isEmpty();
  }

  @Test
  void whatASetupLeavesRunningEndsWithTheRun() throws Exception {
    RunOutcome outcome =
        run(
            "frameworks: alpha\nworkloads: [count: {hooks: {setup: 'tail -f /dev/null & echo $! >"
                + " "
                + seen
                + "', prepare: 'kill -0 $(cat "
                + seen
                + ")'}}]\nrepetitions: 2\nwarmup: 0\n");
    assertThat(outcome.exitCode()).isZero();
    assertThat(LeftoverProcesses.of(directory)).isEmpty();
  }

  @Test
  void aResumedRunRunsNoHookOfAFinishedTrial() throws Exception {
    String experiment =
        "name: e\nframeworks: [alpha, beta]\nworkloads: [count: {"
            + hooks("w")
            + "}]\nrepetitions: 1\nwarmup: 0\n";
    RunOptions options = facilities.options(false);
    run(
        experiment,
        new RunOptions(false, new Selection(List.of("alpha")), options.output(), options.parent()));
    assertThat(seen()).hasSize(3).allMatch(line -> line.contains(" alpha "));
    Files.delete(seen);

    assertThat(run(experiment, facilities.options(true)).exitCode()).isZero();
    assertThat(seen()).hasSize(3).allMatch(line -> line.contains(" beta "));
    Files.delete(seen);

    assertThat(run(experiment, facilities.options(true)).exitCode()).isZero();
    assertThat(seen()).isEmpty();
  }

  @Test
  void aDisturbedTrialIsPreparedAgain() throws Exception {
    facilities.others.addAll(List.of(1e6, 0.0));
    run(
        "name: e\nframeworks: [alpha: {settings: {client: 'sleep 0.3; mkdir \"$1\" && echo right >"
            + " \"$1/part-0\"'}}]\nworkloads: [count: {"
            + hooks("w")
            + "}]\nrepetitions: 1\nwarmup: 0\n");
    assertThat(seen())
        .containsExactly(
            "w-setup e alpha count 1 1 1",
            "w-prepare e alpha count 1 1 1",
            "w-prepare e alpha count 1 1 2",
            "w-cleanup e alpha count 1 1 2");
  }

  /** Results are given to others, so none of their files may have a secret of the environment. */
  @Test
  void keepNoSecrets() throws Exception {
    RunOutcome outcome =
        run(
            "frameworks: alpha\nworkloads:\n  - count:\n      hooks:\n        environment:\n"
                + "          STORE_PASSWORD: hunter2\n          PLAIN: visible\n"
                + "          AUTH_TOKEN: 1\n"
                + "        prepare: 'env; echo $PLAIN; echo refused $STORE_PASSWORD >&2; exit 1'\n"
                + "repetitions: 1\nwarmup: 0\n");
    assertThat(reasons(outcome))
        .containsExactly(
            "alpha-count-1n-r1 prepare of count failed with exit status 1: refused (redacted)");
    Path results = directory.resolve("results");
    assertThat(results.resolve("trials/alpha-count-1n-r1/workload-prepare/stdout.log"))
        .content()
        .contains("STORE_PASSWORD=(redacted)", " visible\n", "AUTH_TOKEN=1\n");
    try (Stream<Path> files = Files.walk(results)) {
      assertThat(files.filter(Files::isRegularFile))
          .hasSizeGreaterThan(4)
          .allSatisfy(
              file ->
                  assertThat(new String(Files.readAllBytes(file), ISO_8859_1))
                      .doesNotContain("hunter2"));
    }
  }

  /**
   * Other users of a node can see command lines, so no process may have a variable's value there.
   */
  @Test
  void variablesAreOnNoCommandLineAndArriveAsTheyWereGiven() throws Exception {
    RunOutcome outcome =
        run(
            "frameworks: alpha\nworkloads:\n  - count:\n      hooks:\n        environment:\n"
                + "          STORE: \"it's $HOME `x` \\\"é\\n\\n\"\n"
                + "          DOOR: sesame-81\n"
                + "        prepare: 'printf \"%s\" \"$STORE\" > "
                + seen
                + "; cat; test -n \"$DOOR\" &&"
                + " for line in /proc/[0-9]*/cmdline; do tr \"\\0\" \" \" < $line; echo; done"
                + " 2>/dev/null > "
                + seen
                + ".lines; test -z \"$athanor_sent\"'\nrepetitions: 1\nwarmup: 0\n");
    assertThat(outcome.exitCode()).as(reasons(outcome).toString()).isZero();
    assertThat(Files.readString(seen)).isEqualTo("it's $HOME `x` \"é\n\n");
    assertThat(Files.readString(Path.of(seen + ".lines"), ISO_8859_1))
        .contains("printf")
        .doesNotContain("sesame-81");
  }

  @Test
  void aWorkloadHasATimeLimitOfItsOwn() throws Exception {
    RunOutcome outcome =
        run(
            "frameworks: [alpha: {settings: {client: 'tail -f /dev/null'}}]\n"
                + "workloads: [count: {timeout: 1s}]\ntimeout: 1h\nrepetitions: 1\nwarmup: 0\n");
    assertThat(reasons(outcome))
        .containsExactly("alpha-count-1n-r1 took longer than 1s and was ended");
  }

  private RunOptions overriding(boolean resume, Map<String, String> overrides) {
    RunOptions options = facilities.options(resume);
    return new RunOptions(resume, Selection.ALL, options.output(), options.parent(), overrides);
  }

  @Test
  void valuesOfTheCommandLineReplaceThoseOfTheFile() throws Exception {
    String experiment =
        "frameworks: [alpha: {settings: {client: 'tail -f /dev/null'}}]\n"
            + "workloads: [count: {timeout: 1h}]\nrepetitions: 5\n";
    RunOutcome outcome =
        run(
            experiment,
            overriding(false, Map.of("repetitions", "1", "warmup", "0", "timeout", "1s")));
    assertThat(outcome.results().orElseThrow().trials())
        .extracting(TrialResult::outcome)
        .containsExactly(Outcome.TIMED_OUT);

    assertThat(
            run(experiment, overriding(true, Map.of("repetitions", "2", "warmup", "0"))).problems())
        .singleElement()
        .asString()
        .endsWith("--repetitions was 1, is 2; --timeout was 1s, is none; run without --resume");
  }

  @Test
  void valuesOfTheCommandLineRespectTheLargestNumberOfTrials() throws Exception {
    String workloads =
        IntStream.rangeClosed(1, 100)
            .mapToObj(n -> "count: {label: w" + n + "}")
            .collect(Collectors.joining(", "));
    RunOutcome outcome =
        run(
            "frameworks: alpha\nworkloads: [" + workloads + "]\nrepetitions: 1\n",
            overriding(false, Map.of("repetitions", "1000")));
    assertThat(outcome.problems())
        .extracting(Problem::message)
        .containsExactly(
            "--repetitions=1000: the experiment would have 100100 trials; allowed are 100000, so"
                + " use fewer repetitions or warm-ups");
  }

  @Test
  void wrongValuesOfTheCommandLineAreReportedWithThoseOfTheFile() throws Exception {
    RunOutcome outcome =
        run(
            "frameworks: alpha\nworkloads: count\nwarmup: many\n",
            overriding(false, Map.of("repetitions", "0", "timeout", "10")));
    assertThat(outcome.problems())
        .extracting(Problem::message)
        .containsExactly(
            "warmup=many: must be a number from 0 to 100",
            "--repetitions=0: must be a number from 1 to 1000",
            "--timeout=10: must be a time such as 90s or 1h30m, from 1s to 30d");
  }
}
