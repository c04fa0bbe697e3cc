// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.athanor.simulator.access.AccessSummary;
import org.athanor.simulator.run.ClusterRun;
import org.athanor.simulator.run.RunResult;
import org.athanor.simulator.run.Scenario;
import org.junit.jupiter.api.Test;

/**
 * {@code benchmarks/simulation-tiers.yaml} describes the experiment that {@code
 * TiersExperimentTest} builds by hand: writes come out as measured, reads in the measured order.
 */
class TiersFileTest {
  private static final Path FILE = Path.of("../benchmarks/simulation-tiers.yaml");
  private static final int SEEDS = 9;

  /** MB/s of writes, as TestDFSIO counts them, in one round on a real HDFS. */
  private static final Map<String, Double> MEASURED_WRITES =
      Map.of("network", 0.91, "tier", 1.49, "hybrid", 1.48, "random", 1.01);

  private static Map<String, Scenario> scenarios(int seed) {
    ScenarioFile file = ScenarioFile.read(FILE, OptionalLong.of(seed), Sources.none());
    assertThat(file.problems()).isEmpty();
    return file.variants().stream().collect(Collectors.toMap(Variant::name, Variant::scenario));
  }

  private static double median(double... values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  @Test
  void theModesComeOutAsMeasured() {
    Map<String, double[]> writes = new HashMap<>();
    Map<String, double[]> reads = new HashMap<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      Map<String, Scenario> scenarios = scenarios(seed);
      for (String mode : MEASURED_WRITES.keySet()) {
        Scenario scenario = scenarios.get("placement=" + mode + ",retrieval=" + mode);
        RunResult result = ClusterRun.run(scenario, job -> {});
        writes.computeIfAbsent(mode, any -> new double[SEEDS])[seed] = throughput(result, true);
        reads.computeIfAbsent(mode, any -> new double[SEEDS])[seed] = throughput(result, false);
      }
    }
    MEASURED_WRITES.forEach(
        (mode, measured) ->
            assertThat(median(writes.get(mode)))
                .as(mode)
                .isCloseTo(measured, withinPercentage(18)));
    double tier = median(reads.get("tier"));
    assertThat(tier).isLessThan(median(reads.get("hybrid")));
    assertThat(tier).isGreaterThan(median(reads.get("network")));
    assertThat(tier).isGreaterThan(median(reads.get("random")));
  }

  /** MB/s as TestDFSIO counts them. */
  private static double throughput(RunResult result, boolean writes) {
    return AccessSummary.of(result.accesses(), writes).throughput() / 1e6;
  }
}
