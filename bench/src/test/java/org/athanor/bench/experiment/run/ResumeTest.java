// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.results.Journal;
import org.athanor.results.MonitorInfo;
import org.athanor.results.MonitorInfo.SampleInfo;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.Skip;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.results.Unit;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run can only be resumed under the conditions under which it began. */
class ResumeTest {
  private static final String EXPERIMENT =
      "frameworks: [alpha, beta: {settings: {cannot: sort}}]\nworkloads: [count, sort]\n"
          + "repetitions: 1\nwarmup: 0\n";

  @TempDir private Path directory;
  private final List<String> events = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private ScriptedFacilities facilities;

  @BeforeEach
  void install() throws Exception {
    facilities = new ScriptedFacilities(directory, events::add);
    Files.writeString(directory.resolve("athanor"), "#!/bin/sh\n");
    Files.createDirectories(directory.resolve("lib/engine"));
    Files.writeString(directory.resolve("lib/engine/engine.jar"), "one");
  }

  private RunOutcome run(boolean resume, String... only) throws Exception {
    return run(EXPERIMENT, resume, only);
  }

  private RunOutcome run(String experiment, boolean resume, String... only) throws Exception {
    RunOptions options = facilities.options(resume);
    warnings.clear();
    RunListener listener =
        new RunListener() {
          @Override
          public void warning(String message) {
            warnings.add(message);
          }
        };
    return BenchRun.run(
        facilities.file(experiment),
        new RunOptions(resume, new Selection(List.of(only)), options.output(), options.parent()),
        facilities,
        listener);
  }

  private List<String> refusal() throws Exception {
    events.clear();
    RunOutcome outcome = run(true);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(events).isEmpty();
    return outcome.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void isRefusedToAnotherBuildOfAthanor() throws Exception {
    assertThat(run(false, "alpha/count").exitCode()).isZero();
    Files.writeString(directory.resolve("lib/engine/engine.jar"), "two");
    assertThat(refusal())
        .singleElement()
        .asString()
        .matches(
            "--resume: \\Q"
                + directory.resolve("results")
                + "\\E has results from other conditions: Athanor was 0-test build [0-9a-f]{16}, is"
                + " 0-test build [0-9a-f]{16}; run without --resume");

    Files.writeString(directory.resolve("lib/engine/engine.jar"), "one");
    assertThat(run(true).exitCode()).as("the first build again").isZero();
  }

  /** The times of two programs of the user must not be mixed. */
  @Test
  void isRefusedIfAJarOfTheUserHasChanged() throws Exception {
    String experiment =
        "frameworks: [alpha]\nworkloads: [count: {label: jar-mine}, count]\nrepetitions: 1\n"
            + "warmup: 0\nownMonitors: {name: mine, class: a.B, jar: monitor.jar}\n";
    Path program = directory.resolve("users.jar");
    Path monitor = directory.resolve("monitor.jar");
    Files.writeString(program, "one");
    jar(monitor, "one");
    assertThat(run(experiment, false, "alpha/count").problems()).isEmpty();

    Files.writeString(program, "two");
    assertThat(run(experiment, true).problems())
        .singleElement()
        .asString()
        .matches(".* conditions: jar-mine: users.jar was [0-9a-f]{16}, is [0-9a-f]{16}; run .*");
    Files.writeString(program, "one");
    jar(monitor, "two");
    assertThat(run(experiment, true).problems())
        .singleElement()
        .asString()
        .matches(".* conditions: mine: monitor.jar was [0-9a-f]{16}, is [0-9a-f]{16}; run .*");
    jar(monitor, "one");
    assertThat(run(experiment, true).problems()).isEmpty();
  }

  private static void jar(Path file, String content) throws Exception {
    try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(file))) {
      ZipEntry entry = new ZipEntry("a/B.class");
      entry.setTime(0);
      jar.putNextEntry(entry);
      jar.write(content.getBytes(UTF_8));
    }
  }

  /** A monitor that works nowhere when the run is resumed has readings of before. */
  @Test
  void keepsWhatMonitorsDeclaredBefore() throws Exception {
    String experiment = EXPERIMENT + "ownMonitors: {name: mine, class: a.B, jar: monitor.jar}\n";
    jar(directory.resolve("monitor.jar"), "one");
    assertThat(run(experiment, false, "alpha/count").problems()).isEmpty();
    Path results = directory.resolve("results");
    MonitorInfo mine =
        new MonitorInfo(
            "mine", "Mine", List.of(new SampleInfo("own_mine_x", "x", Unit.COUNT)), List.of());
    try (Journal journal = Journal.open(results)) {
      journal.declare(List.of(mine));
    }
    Files.delete(results.resolve(ResultsFile.NAME));
    assertThat(run(experiment, true).problems()).isEmpty();
    assertThat(ResultsFile.read(results).monitors()).containsExactly(mine);
    assertThat(ResultsFile.read(results).schema()).isEqualTo(3);
  }

  @Test
  void isRefusedToAnotherBuildOfAFramework() throws Exception {
    Path home = Files.createDirectories(directory.resolve("mine"));
    Files.writeString(home.resolve("build"), "a1");
    String experiment = EXPERIMENT.replace("[alpha,", "[alpha: {home: " + home + "},");
    RunOutcome first = run(experiment, false, "alpha/count");
    assertThat(first.results().orElseThrow().frameworks())
        .extracting(FrameworkInfo::build)
        .containsExactly(Optional.of("a1"), Optional.empty());

    Files.writeString(home.resolve("build"), "b2");
    assertThat(run(experiment, true).problems())
        .singleElement()
        .asString()
        .endsWith(" alpha: build was a1, is b2; run without --resume");
  }

  /** One that was not known before and is now only brings a warning. */
  @Test
  void isRefusedIfABuildIsNotKnownAnyMore() throws Exception {
    Path build = Files.createDirectories(directory.resolve("mine")).resolve("build");
    String experiment =
        EXPERIMENT
            .replace("[alpha,", "[alpha: {home: " + build.getParent() + "},")
            .replace("repetitions: 1", "repetitions: 2");
    String warning =
        "the build of alpha cannot be compared with that of its earlier trials, which is not known";
    assertThat(run(experiment, false, "alpha/count").exitCode()).isZero();
    assertThat(warnings).singleElement().asString().startsWith("the build of alpha: ");
    Files.writeString(build, "a1");
    assertThat(run(experiment, true, "alpha/sort").exitCode()).isZero();
    assertThat(warnings).containsExactly(warning);

    rewriteHeader("(\"alpha: version\")", "\"alpha: build\":\"a1\",$1");
    Files.delete(build);
    assertThat(run(experiment, true, "alpha").problems())
        .singleElement()
        .asString()
        .endsWith(" alpha: build was a1, is none; run without --resume");
  }

  @Test
  void comparesTheBuildsOfFrameworksThatALaterRunHasAdded() throws Exception {
    Path build = Files.createDirectories(directory.resolve("mine")).resolve("build");
    String home = build.getParent().toString();
    String experiment = EXPERIMENT.replace("beta: {", "beta: {home: " + home + ", ");
    assertThat(run(experiment, false, "alpha").exitCode()).isZero();
    assertThat(warnings).as("a build that no trial needs").isEmpty();
    Files.writeString(build, "a1");
    assertThat(run(experiment, true, "beta").exitCode()).isZero();
    assertThat(warnings).isEmpty();

    Files.writeString(build, "b2");
    assertThat(run(experiment, true, "alpha").problems())
        .singleElement()
        .asString()
        .endsWith(" beta: build was a1, is b2; run without --resume");
  }

  @Test
  void isRefusedOnAnotherMachine() throws Exception {
    assertThat(run(false, "alpha/count").exitCode()).isZero();
    rewriteHeader("\"localhost: kernel\":\"[^\"]*\"", "\"localhost: kernel\":\"5.0\"");
    rewriteHeader("\"nodes\":\"[^\"]*\"", "\"nodes\":\"localhost, h1\"");
    assertThat(refusal())
        .containsExactly(
            "--resume: "
                + directory.resolve("results")
                + " has results from other conditions: nodes was localhost, h1, is localhost;"
                + " localhost: kernel was 5.0, is "
                + System.getProperty("os.version")
                + "; run without --resume");
  }

  @Test
  void isRefusedIfAnInputOfTheUserHasChanged() throws Exception {
    Files.writeString(directory.resolve("own-input"), "1234567");
    String experiment = EXPERIMENT.replace("[count, sort]", "[count: {label: own}, sort]");
    RunOutcome first = run(experiment, false, "alpha/own");
    assertThat(first.exitCode()).isZero();
    assertThat(first.results().orElseThrow().workloads().get(0).inputBytes()).contains(7L);

    Files.writeString(directory.resolve("own-input"), "12345678");
    assertThat(run(experiment, true).problems())
        .singleElement()
        .asString()
        .endsWith(" own: input was 7 bytes, is 8 bytes; run without --resume");
  }

  @Test
  void isRefusedForAJournalOfAnOlderRelease() throws Exception {
    assertThat(run(false, "alpha/count").exitCode()).isZero();
    rewriteHeader(",\"conditions\":\\{[^}]*\\}", "");
    assertThat(refusal())
        .containsExactly(
            "--resume: "
                + directory.resolve("results")
                + " was written by a release of Athanor that did not record the conditions of a"
                + " run; run without --resume");
  }

  /** The copy of the file has no secrets, so that it is another file. */
  @Test
  void doesNotSuggestACopyFromWhichSecretsWereRemoved() throws Exception {
    String experiment = "frameworks: [alpha: {settings: {password: %s}}]\nworkloads: count\n";
    Path file = facilities.file(experiment.formatted("one") + "repetitions: 1\nwarmup: 0\n");
    assertThat(
            BenchRun.run(file, facilities.options(false), facilities, RunListener.NONE).exitCode())
        .isZero();
    facilities.file(experiment.formatted("two"));
    assertThat(
            BenchRun.run(file, facilities.options(true), facilities, RunListener.NONE).problems())
        .map(Problem::toString)
        .containsExactly(
            "--resume: the file has changed since the run in "
                + directory.resolve("results")
                + " began; run without --resume");
  }

  @Test
  void aSelectionDoesNotHideThatEarlierTrialsWereNotReached() throws Exception {
    String experiment = EXPERIMENT.replace("repetitions: 1", "repetitions: 2");
    RunListener stopper =
        new RunListener() {
          @Override
          public void trialEnded(TrialResult result) {
            Thread.currentThread().interrupt();
          }
        };
    RunOutcome first =
        BenchRun.run(facilities.file(experiment), facilities.options(false), facilities, stopper);
    // An interrupt that closed a file is still there.
    boolean unused = Thread.interrupted();
    assertThat(first.exitCode()).isEqualTo(130);
    assertThat(ResultsFile.read(directory.resolve("results")).unfinished()).isPresent();

    RunOutcome second = run(experiment, true, "beta");
    assertThat(second.exitCode()).isZero();
    assertThat(second.results().orElseThrow().unfinished())
        .as("the second trial of alpha/count; nobody has begun alpha/sort")
        .contains(1);
    assertThat(run(experiment, true).results().orElseThrow().unfinished()).isEmpty();
  }

  @Test
  void keepsTheReasonsOfSkippedCombinations() throws Exception {
    Skip skip = new Skip("beta", "sort", "has no program for beta");
    assertThat(run(false, "beta").results().orElseThrow().skipped()).containsExactly(skip);
    assertThat(run(true, "alpha/count").results().orElseThrow().skipped()).containsExactly(skip);
  }

  private void rewriteHeader(String pattern, String text) throws Exception {
    Path journal = directory.resolve("results/journal.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(journal));
    String changed = lines.get(0).replaceFirst(pattern, text);
    assertThat(changed).isNotEqualTo(lines.set(0, changed));
    Files.write(journal, lines);
  }

  @Test
  void namesAllDifferences() {
    Map<String, String> before = new LinkedHashMap<>();
    before.put("nodes", "a");
    before.put("a: Java", "17");
    before.put("gone", "1");
    Map<String, String> now = new LinkedHashMap<>();
    now.put("nodes", "a");
    now.put("a: Java", "21");
    now.put("new", "2");
    assertThat(Conditions.difference(before, now))
        .contains("a: Java was 17, is 21; new was none, is 2; gone was 1, is none");
    assertThat(Conditions.difference(before, before)).isEmpty();
    Map<String, String> built = Map.of("nodes", "a", "alpha: build", "a1");
    assertThat(Conditions.difference(Map.of("nodes", "a"), built)).isEmpty();
    assertThat(Conditions.difference(built, Map.of("nodes", "a")))
        .contains("alpha: build was a1, is none");
    assertThat(Conditions.difference(built, Map.of("nodes", "a", "alpha: build", "b2")))
        .contains("alpha: build was a1, is b2");
  }
}
