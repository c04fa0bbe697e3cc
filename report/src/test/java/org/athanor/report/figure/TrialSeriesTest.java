// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.athanor.results.Metric;
import org.athanor.results.NodeUse;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialSeriesTest {
  private static final List<Track> TRACKS = Track.of(true, true, true, List.of());

  private static final long SEED = Seeds.seed();

  @TempDir Path directory;

  /**
   * 10 until 1 s, 20 until 3 s, in two steps of 1.5 s: (10 × 1 + 20 × 0.5) / 1.5 = 13.3, and 20.
   */
  @Test
  void weighsValuesByTheirTime() {
    double[] steps = TrialSeries.resample(new double[] {1, 3}, new double[] {10, 20}, 3, 2);

    assertThat(steps).containsExactly(new double[] {40 / 3d, 20}, within(1e-9));
  }

  @Test
  void leavesAGapWhereNothingWasSampled() {
    double[] steps =
        TrialSeries.resample(new double[] {1, 2, 3}, new double[] {5, Double.NaN, 7}, 4, 4);

    assertThat(steps).containsExactly(5, Double.NaN, 7, Double.NaN);
  }

  /** Energy is the sum of power over time; averaging must not change it. */
  @Test
  void preservesSumsOverTime() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 500; round++) {
      int n = random.nextInt(1, 200);
      double[] times = new double[n];
      double[] values = new double[n];
      double sum = 0;
      double time = 0;
      for (int i = 0; i < n; i++) {
        double width = random.nextDouble(.2, 3);
        time += width;
        times[i] = time;
        values[i] = random.nextDouble(0, 100);
        sum += values[i] * width;
      }
      int steps = random.nextInt(1, 60);
      double[] means = TrialSeries.resample(times, values, time, steps);
      assertThat(Arrays.stream(means).sum() * time / steps)
          .as("round %d, -Dathanor.test.seed=%d", round, SEED)
          .isCloseTo(sum, within(1e-6 * sum));
    }
  }

  /** Nodes at 40 % and 60 % have a mean of 50 %. If one has no power, the other's is the mean. */
  @Test
  void averagesOverTheNodesThatHaveAMetric() throws IOException {
    TrialResult trial =
        trial(
            "seconds,cpu_user,cpu_system,power_package\n1,40,5,\n2,40,5,\n",
            "seconds,cpu_user,cpu_system,power_package\n1,60,5,90\n2,60,5,90\n");

    TrialSeries series =
        TrialSeries.of(TrialSamples.read(trial, TRACKS), TRACKS, 100, true).orElseThrow();

    assertThat(series.steps()).isEqualTo(2);
    assertThat(series.mean().get(Metric.CPU_USER)).containsExactly(50, 50);
    assertThat(series.mean().get(Metric.POWER_PACKAGE)).containsExactly(90, 90);
    assertThat(series.mean()).doesNotContainKey(Metric.POWER_DRAM);
    assertThat(series.nodes().get("n1").get(Track.CPU)).containsExactly(45, 45);
    assertThat(series.nodes().get("n1")).doesNotContainKey(Track.POWER);
    assertThat(series.nodes().get("n2").get(Track.POWER)).containsExactly(90, 90);
  }

  @Test
  void showsADedicatedMasterApartAndLeavesItOutOfMeans() throws IOException {
    TrialResult trial =
        Trials.withMaster(
            trial(
                "seconds,cpu_user\n1,90\n2,90\n",
                "seconds,cpu_user\n1,20\n2,20\n",
                "seconds,cpu_user\n1,40\n2,40\n"),
            "n1");

    TrialSeries series =
        TrialSeries.of(TrialSamples.read(trial, TRACKS), TRACKS, 100, true).orElseThrow();

    assertThat(series.mean().get(Metric.CPU_USER)).containsExactly(30, 30);
    assertThat(series.nodes()).containsOnlyKeys("n1 (master)", "n2", "n3");
    assertThat(series.nodes().get("n1 (master)").get(Track.CPU)).containsExactly(90, 90);
  }

  @Test
  void isEmptyWithoutSamples() throws IOException {
    TrialResult trial = trial("seconds,cpu_user\n");

    assertThat(TrialSeries.of(TrialSamples.read(trial, TRACKS), TRACKS, 100, false)).isEmpty();
    Files.delete(directory.resolve("n1.csv"));
    assertThat(TrialSeries.of(TrialSamples.read(trial, TRACKS), TRACKS, 100, false)).isEmpty();
  }

  private TrialResult trial(String... tables) throws IOException {
    NodeUse[] uses = new NodeUse[tables.length];
    for (int i = 0; i < tables.length; i++) {
      String node = "n" + (i + 1);
      Path file = Files.writeString(directory.resolve(node + ".csv"), tables[i]);
      uses[i] = new NodeUse(node, Map.of(), file.toString());
    }
    return TrialResult.builder(new TrialKey("spark", "grep", tables.length, 1), "x")
        .wallSeconds(2)
        .nodes(List.of(uses))
        .build();
  }
}
