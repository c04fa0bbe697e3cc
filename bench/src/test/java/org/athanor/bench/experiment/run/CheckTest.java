// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.catalogue.CatalogueWriter;
import org.athanor.bench.catalogue.PastTimes;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.profile.CatalogueLocation;
import org.athanor.results.Results;
import org.athanor.results.Results.Skip;
import org.athanor.results.TrialKey;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check finds what a run would refuse, and starts nothing. */
class CheckTest {
  private static final String EXPERIMENT =
      "frameworks: [alpha, beta: {settings: {cannot: sort}}]\nworkloads: [count, sort]\n"
          + "repetitions: 2\nwarmup: 1\n";

  @TempDir private Path directory;
  private final List<String> events = new ArrayList<>();
  private ScriptedFacilities facilities;

  @BeforeEach
  void prepare() {
    facilities = new ScriptedFacilities(directory, events::add);
  }

  private CheckOutcome check(String experiment, RunOptions options) throws Exception {
    CheckOutcome outcome =
        BenchRun.check(facilities.file(experiment), options, facilities, RunListener.NONE);
    assertThat(events).as("nothing is started").isEmpty();
    assertThat(directory.resolve("results")).doesNotExist();
    assertThat(directory.resolve("work")).doesNotExist();
    assertThat(directory.resolve("cache")).doesNotExist();
    assertThat(directory.resolve(ScriptedFacilities.MARKS)).doesNotExist();
    return outcome;
  }

  @Test
  @Tag("short")
  void listsTrialsAndStartsNothing() throws Exception {
    RunOptions options = facilities.options(false);
    CheckOutcome outcome =
        check(
            EXPERIMENT,
            new RunOptions(
                false,
                new Selection(List.of("beta", "alpha/sort")),
                options.output(),
                options.parent(),
                Map.of("repetitions", "1", "warmup", "0")));
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.problems()).isEmpty();
    Forecast forecast = outcome.forecast().orElseThrow();
    assertThat(forecast.plan().trials())
        .extracting(TrialKey::id)
        .containsExactly("alpha-sort-1n-r1", "beta-count-1n-r1");
    assertThat(forecast.plan().skipped())
        .containsExactly(new Skip("beta", "sort", "has no program for beta"));
    assertThat(forecast.directory()).isEqualTo(directory.resolve("results"));
    // The input in the cache; the largest output with its spill in the work directory.
    assertThat(forecast.diskBytes())
        .containsExactly(
            Map.entry(directory.resolve("work"), 2048L),
            Map.entry(directory.resolve("cache"), 2048L));
  }

  @Test
  void reportsWhatARunWouldRefuse() throws Exception {
    String wrong =
        "frameworks: [alpha: {settings: {problem: no licence}}]\nworkloads: [count: {size: 9t}]\n"
            + "resources: {cores: 65536}\n";
    RunOptions options = facilities.options(false);
    CheckOutcome outcome = check(wrong, options);
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.forecast()).isEmpty();
    assertThat(outcome.problems())
        .isEqualTo(
            BenchRun.run(facilities.file(wrong), options, facilities, RunListener.NONE).problems())
        .hasSizeGreaterThan(2);
    assertThat(check("frameworks: [\n", options).problems())
        .singleElement()
        .extracting(Problem::line)
        .isNotEqualTo(0);
  }

  @Test
  void refusesADirectoryOfResultsThatIsUsed() throws Exception {
    Path used = Files.createDirectories(directory.resolve("used/file")).getParent();
    RunOptions options =
        new RunOptions(false, Selection.ALL, Optional.of(used), directory, Map.of());
    assertThat(check(EXPERIMENT, options).problems())
        .singleElement()
        .asString()
        .contains("is not empty");
  }

  @Test
  void timesAreThoseOfLikeRunsOfTheCatalogue() throws Exception {
    CatalogueLocation location = CatalogueLocation.of(directory.resolve("profile.db"));
    Forecast before = check(EXPERIMENT, facilities.options(false)).forecast().orElseThrow();
    TrialKey count = new TrialKey("alpha", "count", 1, 1);
    assertThat(PastTimes.read(location, before.results(), before.plan().trials()).of(count))
        .as("a catalogue that does not exist")
        .isEmpty();
    assertThat(directory.resolve("profile.db")).doesNotExist();

    RunOptions options = facilities.options(false);
    Results results =
        BenchRun.run(
                facilities.file(EXPERIMENT),
                new RunOptions(
                    false, new Selection(List.of("*/count")), options.output(), options.parent()),
                facilities,
                RunListener.NONE)
            .results()
            .orElseThrow();
    assertThat(new CatalogueWriter(location).write(results)).isEmpty();
    PastTimes times = PastTimes.read(location, before.results(), before.plan().trials());
    PastTimes.Past past = times.of(count).orElseThrow();
    assertThat(past.runs()).isEqualTo(2);
    assertThat(past.sameConfiguration()).isTrue();
    assertThat(past.seconds())
        .isBetween(
            results.trials().stream().mapToDouble(trial -> trial.wallSeconds()).min().orElseThrow(),
            results.trials().stream()
                .mapToDouble(trial -> trial.wallSeconds())
                .max()
                .orElseThrow());
    assertThat(times.of(new TrialKey("alpha", "sort", 1, 1))).isEmpty();

    events.clear();
    Forecast other =
        BenchRun.check(
                facilities.file(
                    "frameworks: [alpha: {settings: {x: 1}}]\n"
                        + "workloads: [count, count: {label: large, size: 2k}]\n"),
                new RunOptions(
                    false, Selection.ALL, Optional.of(directory.resolve("other")), directory),
                facilities,
                RunListener.NONE)
            .forecast()
            .orElseThrow();
    PastTimes otherTimes = PastTimes.read(location, other.results(), other.plan().trials());
    assertThat(otherTimes.of(count).orElseThrow().sameConfiguration()).isFalse();
    assertThat(otherTimes.of(new TrialKey("alpha", "large", 1, 1))).as("other input").isEmpty();
  }
}
