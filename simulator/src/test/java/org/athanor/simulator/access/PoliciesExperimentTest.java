// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * TestDFSIO and Grep under all policies on a real HDFS, and simulated ({@link PoliciesExperiment}).
 * docs/simulation.md says how to measure them.
 */
class PoliciesExperimentTest {
  /** Names what {@code benchmarks/storage policies --output} has written. */
  private static final String RESULTS = "athanor.test.policies";

  private static final double MOST_ERROR = 0.10;
  private static final int SEEDS = 21;

  /** A phase of a mode: throughputs in MB/s, means of the rounds. */
  private record Compared(double measured, double simulated) {
    double error() {
      return simulated / measured - 1;
    }
  }

  @Test
  @EnabledIfSystemProperty(named = RESULTS, matches = ".+")
  void policiesComeOutAsMeasured() throws IOException {
    Map<String, List<JsonNode>> byMode = new LinkedHashMap<>();
    for (JsonNode run : results()) {
      byMode.computeIfAbsent(run.get("mode").asString(), any -> new ArrayList<>()).add(run);
    }
    assertThat(byMode).hasSize(5);
    Map<String, Compared> errors = new TreeMap<>();
    for (String phase : PoliciesExperiment.PHASES) {
      Map<String, Compared> modes = new LinkedHashMap<>();
      byMode.forEach((mode, runs) -> modes.put(mode, compared(phase, runs)));
      System.out.println(phase + ", MB/s: measured, simulated, error; chosen by the policy itself");
      modes.forEach(
          (mode, one) -> System.out.print(line(mode, one, chosen(phase, byMode.get(mode)))));
      modes.forEach((mode, one) -> errors.put(phase + " " + mode, one));
      assertThat(misplaced(modes)).as("pairs of modes in another order, " + phase).isEmpty();
    }
    assertThat(errors.values())
        .as(errors.toString())
        .allMatch(one -> Math.abs(one.error()) < MOST_ERROR);
  }

  private static JsonNode results() throws IOException {
    return new JsonMapper()
        .readTree(Files.readString(Path.of(System.getProperty(RESULTS))))
        .get("policies");
  }

  private static Compared compared(String phase, List<JsonNode> runs) {
    return new Compared(
        mean(runs.stream().map(run -> PoliciesExperiment.measured(run).get(phase)).toList()),
        mean(runs.stream().map(run -> PoliciesExperiment.withChoicesOf(run).get(phase)).toList()));
  }

  /** Each seed's mean of the rounds, sorted. */
  private static List<Double> chosen(String phase, List<JsonNode> runs) {
    List<Double> means = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      long own = seed;
      means.add(
          mean(
              runs.stream()
                  .map(run -> PoliciesExperiment.withPolicy(run, own).get(phase))
                  .toList()));
    }
    return means.stream().sorted().toList();
  }

  /**
   * Pairs whose order is another one in the simulation. Modes that are nearer than the error tie.
   */
  private static List<String> misplaced(Map<String, Compared> modes) {
    List<String> misplaced = new ArrayList<>();
    modes.forEach(
        (mode, one) ->
            modes.forEach(
                (other, its) -> {
                  if (one.measured() > its.measured() * (1 + MOST_ERROR)
                      && one.simulated() <= its.simulated()) {
                    misplaced.add(mode + " > " + other);
                  }
                }));
    return misplaced;
  }

  private static double mean(Collection<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private static String line(String mode, Compared one, List<Double> chosen) {
    return String.format(
        Locale.ROOT,
        "%-8s %5.2f  %5.2f  %+5.1f %%  %5.2f (%.2f-%.2f)%n",
        mode,
        one.measured(),
        one.simulated(),
        100 * one.error(),
        chosen.get(SEEDS / 2),
        chosen.get(0),
        chosen.get(SEEDS - 1));
  }
}
