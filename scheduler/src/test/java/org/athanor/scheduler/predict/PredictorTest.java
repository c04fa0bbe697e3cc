// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class PredictorTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Resources SORT = new Resources(8, 32e9, 1e8, 1e8);
  private static final Resources COUNT = new Resources(8, 8e9, 1e7, 1e6);

  private final List<MeasuredRun> runs = new ArrayList<>();

  @Test
  void addsInterceptAndSlope() {
    for (int i = 0; i < 20; i++) {
      add("sort", "a", i % 5 + 1, 40 + 6.0 * (i % 5 + 1));
    }
    Prediction prediction = seconds("sort", "a", 10).orElseThrow();
    // 40 s + 6 s/byte x 10 bytes; the runs are exactly on the line, 10 of them tell the error.
    assertThat(prediction.middle()).isCloseTo(100, within(1e-9));
    assertThat(prediction.high()).isCloseTo(100, within(1e-9));
    assertThat(prediction.level()).isEqualTo(0.9);
    assertThat(prediction.source()).isEqualTo(Source.LINE);
    assertThat(prediction.runs()).isEqualTo(20);
  }

  @Test
  void saysWhichLevelFewRunsAttain() {
    for (int i = 0; i < 8; i++) {
      add("sort", "a", i + 1, 10 + i + (i % 2 == 0 ? 0 : 0.5));
    }
    Prediction prediction = seconds("sort", "a", 4).orElseThrow();
    // Four runs tell the error: 4 / (4 + 1).
    assertThat(prediction.level()).isEqualTo(0.8);
    assertThat(prediction.high()).isGreaterThan(prediction.middle());
  }

  /** Every second run has size 1; the others would have left one size for the line. */
  @Test
  void findsALineWhateverTheOrderOfSizes() {
    double[][] orders = {
      {1, 2, 1, 2}, {2, 1, 2, 1}, {1, 1, 1, 2}, {2, 1, 1, 1}, {1, 2, 1}, {1, 1, 2, 2}, {1, 2, 3}
    };
    for (double[] order : orders) {
      runs.clear();
      for (double bytes : order) {
        add("sort", "a", bytes, 10 + 5 * bytes);
      }
      Prediction prediction = seconds("sort", "a", 10).orElseThrow();
      assertThat(prediction.source()).as(Arrays.toString(order)).isEqualTo(Source.LINE);
      assertThat(prediction.middle()).isCloseTo(60, within(1e-9));
    }
  }

  @Test
  void predictsJoulesWhereTheyWereMeasured() {
    for (int i = 1; i <= 10; i++) {
      add("sort", "a", i, i);
    }
    add("sort", "b", 1, 1);
    Predictor predictor = predictor();
    // Twice the seconds, see add().
    assertThat(predictor.joules(question("sort", "a", 20)).orElseThrow().middle())
        .isCloseTo(40, within(1e-9));
    runs.clear();
    runs.add(run("sort", "a", "x", 0, 1, 1, OptionalDouble.empty(), SORT));
    assertThat(predictor().joules(question("sort", "a", 20))).isEmpty();
  }

  @Test
  void oneSizeGivesARangeBetweenConstantAndProportional() {
    add("sort", "a", 10, 100);
    add("sort", "a", 10, 120);
    Prediction prediction = seconds("sort", "a", 20).orElseThrow();
    assertThat(prediction).isEqualTo(new Prediction(110, 165, 220, 0, Source.NEAREST_SIZE, 2));
  }

  @Test
  void forgetsRunsBeforeAChangeOfConfiguration() {
    for (int i = 1; i <= 10; i++) {
      runs.add(run("sort", "a", "old", i, i, 1000 * i, OptionalDouble.empty(), SORT));
      runs.add(run("sort", "a", "new", 100 + i, i, 10 * i, OptionalDouble.empty(), SORT));
    }
    assertThat(seconds("sort", "a", 7).orElseThrow().middle()).isCloseTo(70, within(1e-9));
    // Back to the old configuration: its earlier runs were before the change.
    runs.add(run("sort", "a", "old", 200, 5, 6000, OptionalDouble.empty(), SORT));
    Prediction prediction = seconds("sort", "a", 5).orElseThrow();
    assertThat(prediction.middle()).isEqualTo(6000);
    assertThat(prediction.runs()).isEqualTo(1);
  }

  @Test
  void newRunsCountMoreThanOldOnes() {
    for (int i = 1; i <= 20; i++) {
      runs.add(run("sort", "a", "x", i, i % 4 + 1, 100, OptionalDouble.empty(), SORT));
    }
    for (int i = 1; i <= 10; i++) {
      runs.add(run("sort", "a", "x", 3650 + i, i % 4 + 1, 50, OptionalDouble.empty(), SORT));
    }
    assertThat(seconds("sort", "a", 2).orElseThrow().middle()).isCloseTo(50, within(1e-6));
  }

  @Test
  void anotherClusterCountsWithTheMedianRatioOfOtherApplications() {
    add("sort", "a", 10, 100);
    add("x", "a", 10, 10);
    add("x", "b", 10, 20);
    add("y", "a", 10, 10);
    add("y", "b", 10, 30);
    add("z", "a", 10, 10);
    add("z", "b", 10, 60);
    assertThat(seconds("sort", "b", 10))
        .contains(new Prediction(200, 300, 600, 0, Source.OTHER_CLUSTER, 1));
  }

  @Test
  void applicationsWithLikeResourcesStandInForUnknownOnes() {
    add("sort", "a", 10, 100);
    runs.add(run("count", "a", "x", 1, 10, 7, OptionalDouble.empty(), COUNT));
    Question like =
        new Question("new", "a", 10, Optional.of(SORT.times(1.2)), OptionalDouble.of(5));
    assertThat(predictor().seconds(like))
        .contains(new Prediction(100, 100, 100, 0, Source.ALIKE, 1));
    Question unlike =
        new Question("new", "a", 10, Optional.of(SORT.times(9)), OptionalDouble.of(5));
    assertThat(predictor().seconds(unlike))
        .contains(new Prediction(2.5, 5, 10, 0, Source.ESTIMATE, 0));
  }

  @Test
  void nothingIsPredictedFromNothing() {
    assertThat(seconds("sort", "a", 1)).isEmpty();
    assertThat(predictor().resources("sort", "a")).isEmpty();
  }

  @Test
  void resourcesAreMeansOfTheRuns() {
    runs.add(run("sort", "a", "x", 1, 1, 1, OptionalDouble.empty(), SORT));
    runs.add(run("sort", "a", "x", 2, 1, 1, OptionalDouble.empty(), SORT.times(3)));
    assertThat(predictor().resources("sort", "a")).contains(SORT.times(2));
    assertThat(predictor().resources("sort", "b")).contains(SORT.times(2));
  }

  /**
   * Runs of 30 s + 2 s for each byte with errors of a normal distribution of 10 %. Of 2,000 new
   * runs, 90 % shall be in the intervals; the count has a standard deviation of 0.7 %, and that of
   * an interval from 50 errors one of 4 % between sets of runs, so the mean of 40 sets has 0.7 %.
   */
  @Test
  void intervalsHoldAsManyNewRunsAsTheySay() {
    Random random = Seeds.of("PredictorTest");
    int within = 0;
    for (int set = 0; set < 40; set++) {
      runs.clear();
      for (int i = 0; i < 100; i++) {
        double bytes = 1 + 99 * random.nextDouble();
        runs.add(
            run("sort", "a", "x", 0, bytes, noisy(bytes, random), OptionalDouble.empty(), SORT));
      }
      Predictor predictor = predictor();
      for (int i = 0; i < 50; i++) {
        double bytes = 1 + 99 * random.nextDouble();
        Prediction prediction = predictor.seconds(question("sort", "a", bytes)).orElseThrow();
        double actual = noisy(bytes, random);
        within += prediction.low() <= actual && actual <= prediction.high() ? 1 : 0;
      }
    }
    assertThat(within / 2000.0).as("seed %s", Seeds.seed()).isBetween(0.87, 0.94);
  }

  private static double noisy(double bytes, Random random) {
    return (30 + 2 * bytes) * Math.max(0.1, 1 + 0.1 * random.nextGaussian());
  }

  @Test
  void refusesArgumentsOutOfRange() {
    assertThatThrownBy(() -> new Predictor(runs, Duration.ofDays(30), 1))
        .hasMessage("level 1.0: must be between 0 and 1");
    assertThatThrownBy(() -> new Predictor(runs, Duration.ZERO, 0.9))
        .hasMessage("half-life PT0S: must be a millisecond or more");
    assertThatThrownBy(() -> add("sort", "a", 1, 0))
        .hasMessage(
            "run of sort: bytes 1.0, seconds 0.0, joules OptionalDouble[0.0]; must be 0 or more,"
                + " seconds above 0");
  }

  private void add(String application, String cluster, double bytes, double seconds) {
    runs.add(
        run(
            application,
            cluster,
            "x",
            runs.size(),
            bytes,
            seconds,
            OptionalDouble.of(2 * seconds),
            SORT));
  }

  private static MeasuredRun run(
      String application,
      String cluster,
      String configuration,
      int day,
      double bytes,
      double seconds,
      OptionalDouble joules,
      Resources resources) {
    return new MeasuredRun(
        application,
        cluster,
        configuration,
        START.plus(Duration.ofDays(day)),
        bytes,
        seconds,
        joules,
        resources);
  }

  private Predictor predictor() {
    return new Predictor(runs, Duration.ofDays(30), 0.9);
  }

  private Optional<Prediction> seconds(String application, String cluster, double bytes) {
    return predictor().seconds(question(application, cluster, bytes));
  }

  private static Question question(String application, String cluster, double bytes) {
    return new Question(application, cluster, bytes, Optional.empty(), OptionalDouble.empty());
  }
}
