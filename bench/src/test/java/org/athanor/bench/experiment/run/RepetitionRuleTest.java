// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.bench.experiment.plan.Selection;
import org.athanor.report.statistics.Interval;
import org.athanor.report.statistics.Sample;
import org.athanor.results.Results.Stop;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials are repeated until the interval of their median is narrow enough. */
class RepetitionRuleTest {
  private static final long SEED =
      Long.getLong("athanor.test.seed", System.nanoTime() % 1_000_000_000);

  @TempDir private Path directory;

  /** Whoever reads the report must find the interval that ended the trials. */
  @Test
  void theIntervalIsThatOfReports() {
    Random random = new Random(SEED);
    for (int n = 1; n <= 1000; n += n < 60 ? 1 : 47) {
      double[] values = random.doubles(n, 1, 2).toArray();
      Sample sample = Sample.of(values);
      Optional<Double> expected =
          sample
              .interval()
              .filter(interval -> interval.level() >= Sample.LEVEL)
              .map(interval -> halfWidth(interval, sample.median()));
      if (expected.isEmpty()) {
        assertThat(MedianInterval.halfWidth(values)).as("seed %d, n %d", SEED, n).isEmpty();
      } else {
        assertThat(MedianInterval.halfWidth(values).getAsDouble())
            .as("seed %d, n %d", SEED, n)
            .isCloseTo(expected.get(), within(1e-12));
      }
    }
  }

  private static double halfWidth(Interval interval, double median) {
    return Math.max(median - interval.low(), interval.high() - median) / median;
  }

  private static Optional<String> decision(int least, int most, double limit, Double... times) {
    return decision(least, most, limit, times.length, times);
  }

  private static Optional<String> decision(
      int least, int most, double limit, int trials, Double... times) {
    return new RepetitionRule(new Repetitions(least, most, Optional.of(limit)))
        .decide(trials, Arrays.asList(times))
        .map(RepetitionRule.Decision::reason);
  }

  @Test
  @Tag("short")
  void endsWhenTheIntervalIsNarrow() {
    Double[] times = {10.0, 10.0, 10.0, 10.0, 10.0, 10.4};
    assertThat(decision(6, 9, .041, times))
        .contains(
            "the 95 % interval of the median is within ± 4.00 % after 6 trials, wanted ± 4.10 %");
    assertThat(decision(6, 9, .0399, times)).isEmpty();
    assertThat(decision(7, 9, .5, times)).as("fewer than least").isEmpty();
    assertThat(decision(2, 9, .5, 10.0, 10.0, 10.0, 10.0, 10.0))
        .as("5 values have no interval of 95 %")
        .isEmpty();
  }

  @Test
  void endsAfterTheMostOrIfNothingIsVerified() {
    assertThat(decision(6, 6, .01, 10.0, 10.0, 10.0, 10.0, 10.0, 12.0))
        .contains(
            "the 95 % interval of the median is within ± 20.0 % after 6 trials, the most; wanted ±"
                + " 1.00 %");
    assertThat(decision(6, 9, .01, 9, 10.0, 10.0))
        .contains(
            "too few trials are verified for a 95 % interval of the median after 9 trials, the most;"
                + " wanted ± 1.00 %");
    assertThat(decision(3, 9, .01, 3)).contains("no trial of 3 is verified");
    assertThat(decision(3, 9, .01, 2)).isEmpty();
    assertThat(new RepetitionRule(Repetitions.of(3)).decide(3, List.of(1.0, 1.0, 1.0)))
        .as("a fixed number")
        .isEmpty();
  }

  @Test
  void doesNotLookBeyondATrialThatHasNotFinished() {
    List<Integer> finished = new ArrayList<>(List.of(1, 2, 3, 4, 6, 7));
    Precision precision =
        new Precision(
            new Repetitions(6, 9, Optional.of(.01)),
            key ->
                finished.contains(key.repetition())
                    ? Precision.Finished.verified(1)
                    : Precision.Finished.NO);
    assertThat(precision.needs(new TrialKey("f", "w", 1, 7))).isTrue();
    finished.add(5);
    assertThat(precision.needs(new TrialKey("f", "w", 1, 7))).isFalse();
    assertThat(precision.needs(new TrialKey("f", "w", 1, 6))).isTrue();
    assertThat(precision.needs(new TrialKey("f", "w", 1, 0))).as("a warm-up").isTrue();
    assertThat(precision.needs(new TrialKey("f", "other", 1, 10))).as("each on its own").isFalse();
  }

  private static final String EXPERIMENT =
      "frameworks: [alpha, beta: {settings: {client: 'exit 1'}}]\nworkloads: count\nwarmup: 1\n";

  private List<String> run(String more, boolean resume, List<String> stops, String... only)
      throws Exception {
    ScriptedFacilities facilities = new ScriptedFacilities(directory, event -> {});
    RunOptions options = facilities.options(resume);
    RunOutcome outcome =
        BenchRun.run(
            facilities.file(EXPERIMENT + more),
            new RunOptions(
                resume, new Selection(List.of(only)), options.output(), options.parent()),
            facilities,
            new RunListener() {
              @Override
              public void stopped(Stop stop) {
                stops.add(stop.framework() + " " + stop.trials());
              }
            });
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.results().orElseThrow().stops())
        .extracting(stop -> stop.framework() + " " + stop.trials())
        .containsAll(stops);
    return outcome.results().orElseThrow().trials().stream()
        .map(TrialResult::key)
        .map(TrialKey::id)
        .toList();
  }

  @Test
  void laterRoundsLeaveOutWhatNeedsNoMoreTrials() throws Exception {
    List<String> stops = new ArrayList<>();
    // Times of some milliseconds differ by more than any limit below 100 %, or are within it.
    List<String> trials = run("repetitions: {least: 2, most: 7, interval: 0.001%}\n", false, stops);
    assertThat(trials)
        .containsExactly(
            "alpha-count-1n-w0",
            "beta-count-1n-w0",
            "beta-count-1n-r1",
            "alpha-count-1n-r1",
            "alpha-count-1n-r2",
            "beta-count-1n-r2",
            "alpha-count-1n-r3",
            "alpha-count-1n-r4",
            "alpha-count-1n-r5",
            "alpha-count-1n-r6",
            "alpha-count-1n-r7");
    assertThat(stops).containsExactly("beta 2", "alpha 7");

    stops.clear();
    assertThat(run("repetitions: {least: 2, most: 7, interval: 0.001%}\n", true, stops))
        .as("a resumed run decides the same")
        .isEqualTo(trials);
    assertThat(stops).isEmpty();
  }

  @Test
  void groupedTrialsEndToo() throws Exception {
    List<String> stops = new ArrayList<>();
    List<String> trials =
        run("order: grouped\nrepetitions: {least: 2, most: 9, interval: 100%}\n", false, stops);
    assertThat(stops).element(1).isEqualTo("beta 2");
    assertThat(trials).filteredOn(id -> id.startsWith("beta")).hasSize(3);
    assertThat(trials).filteredOn(id -> id.startsWith("alpha")).hasSizeBetween(7, 10);
  }
}
