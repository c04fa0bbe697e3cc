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
  void predictsFromTheNewestSettingsAsSoonAsTheyHaveALine() {
    for (int i = 1; i <= 10; i++) {
      runs.add(run("sort", "a", "old", i, i, 1000 * i, OptionalDouble.empty(), SORT));
      runs.add(run("sort", "a", "new", 100 + i, i, 10 * i, OptionalDouble.empty(), SORT));
    }
    assertThat(seconds("sort", "a", 7).orElseThrow().middle()).isCloseTo(70, within(1e-9));
    // Back to the old configuration: its earlier runs were before the change.
    runs.add(run("sort", "a", "old", 200, 5, 6000, OptionalDouble.empty(), SORT));
    Prediction prediction = seconds("sort", "a", 5).orElseThrow();
    assertThat(prediction.middle()).isCloseTo(6000, within(1e-6));
    assertThat(prediction.source()).isEqualTo(Source.OTHER_SETTINGS);
    assertThat(prediction.level()).isZero();
    assertThat(prediction.runs()).isEqualTo(11);
  }

  /** 40 s + 6 s/byte before; then 150 s for 10 bytes, which is half as long again. */
  @Test
  void runsOfOthersTellTheShapeAndTheFirstOwnRunHowLong() {
    List<MeasuredRun> others = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      double bytes = i % 5 + 1;
      OptionalDouble joules = OptionalDouble.of(1000);
      others.add(run("sort", "a", "bench", i, bytes, 40 + 6 * bytes, joules, SORT));
    }
    Question question = question("sort", "a", 100);
    assertThat(predictor(others).seconds(question).orElseThrow().middle())
        .isCloseTo(640, within(1e-9));
    // Before those of others by the calendar: whoever measures again does not undo it.
    runs.add(run("sort", "a", "own", -5, 10, 150, OptionalDouble.empty(), SORT));
    Prediction prediction = predictor(others).seconds(question).orElseThrow();
    assertThat(prediction.middle()).isCloseTo(1.5 * 640, within(1e-9));
    assertThat(prediction.source()).isEqualTo(Source.OTHER_SETTINGS);
    assertThat(prediction.runs()).isEqualTo(21);
    assertThat(predictor(others).joules(question).orElseThrow().middle())
        .as("no own run has measured energy")
        .isCloseTo(1000, within(1e-6));
    for (int i = 0; i < 3; i++) {
      runs.add(run("sort", "a", "own", 1 + i, 10 + i, 100, OptionalDouble.empty(), SORT));
    }
    assertThat(predictor(others).seconds(question).orElseThrow().source()).isEqualTo(Source.LINE);
  }

  /** Of runs whose size is not known, nobody knows where they are on the line. */
  @Test
  void unsizedRunsCorrectNothing() {
    List<MeasuredRun> others = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      others.add(run("sort", "a", "bench", i, i % 5 + 1, 40, OptionalDouble.empty(), SORT));
    }
    runs.add(run("sort", "a", "own", 1, 0, 7, OptionalDouble.empty(), SORT));
    assertThat(predictor(others).seconds(question("sort", "a", 100)))
        .contains(new Prediction(3.5, 7, 14, 0, Source.NEAREST_SIZE, 1));
  }

  /**
   * Applications of random lines, measured by others; then the settings change what all sizes take
   * by a factor, or add a constant, and one to three runs of one size follow. What is predicted for
   * another size is never outside of what the nearest size alone would allow, and the median error
   * is less than half of the one without the runs of others.
   */
  @Test
  void aLineWithOtherSettingsIsBetterThanTheNearestSizeAlone() {
    Random random = Seeds.of("PredictorTest.OtherSettings");
    List<Double> corrected = new ArrayList<>();
    List<Double> nearest = new ArrayList<>();
    for (int round = 0; round < 300; round++) {
      double intercept = 60 * random.nextDouble();
      double slope = 0.1 + 3 * random.nextDouble();
      double factor = round % 2 == 0 ? Math.pow(3, 2 * random.nextDouble() - 1) : 1;
      double more = round % 2 == 0 ? 0 : 30 * random.nextDouble();
      List<MeasuredRun> others = new ArrayList<>();
      for (int i = 0; i < 4 + random.nextInt(10); i++) {
        double bytes = 10 * (1 + i % 3);
        double taken = (intercept + slope * bytes) * (0.9 + 0.2 * random.nextDouble());
        others.add(run("sort", "a", "bench", i, bytes, taken, OptionalDouble.empty(), SORT));
      }
      runs.clear();
      double bytes = 5 + 95 * random.nextDouble();
      for (int i = 0; i <= random.nextInt(3); i++) {
        double taken = factor * (intercept + slope * bytes) + more;
        taken *= 0.9 + 0.2 * random.nextDouble();
        runs.add(run("sort", "a", "own", i, bytes, taken, OptionalDouble.empty(), SORT));
      }
      double other = bytes * Math.pow(8, 2 * random.nextDouble() - 1);
      double actual = factor * (intercept + slope * other) + more;
      Prediction with = predictor(others).seconds(question("sort", "a", other)).orElseThrow();
      Prediction without = seconds("sort", "a", other).orElseThrow();
      assertThat(with.source()).as("seed %s", Seeds.seed()).isEqualTo(Source.OTHER_SETTINGS);
      assertThat(without.source()).isEqualTo(Source.NEAREST_SIZE);
      assertThat(with.middle())
          .as("seed %s, round %s", Seeds.seed(), round)
          .isBetween(without.low() * (1 - 1e-9), without.high() * (1 + 1e-9));
      corrected.add(Math.abs(with.middle() - actual) / actual);
      nearest.add(Math.abs(without.middle() - actual) / actual);
    }
    assertThat(WeightedMedian.ofEqual(corrected))
        .as("seed %s", Seeds.seed())
        .isLessThan(WeightedMedian.ofEqual(nearest) / 2);
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

  private Predictor predictor(List<MeasuredRun> others) {
    return new Predictor(runs, others, Duration.ofDays(30), 0.9);
  }

  private Optional<Prediction> seconds(String application, String cluster, double bytes) {
    return predictor().seconds(question(application, cluster, bytes));
  }

  private static Question question(String application, String cluster, double bytes) {
    return new Question(application, cluster, bytes, OptionalDouble.empty());
  }
}
