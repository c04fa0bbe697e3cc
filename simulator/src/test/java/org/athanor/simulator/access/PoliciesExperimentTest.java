// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.zip.GZIPInputStream;
import org.athanor.simulator.access.PoliciesExperiment.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * TestDFSIO and Grep under all policies on a real HDFS, and simulated ({@link PoliciesExperiment}).
 * The results of docs/simulation.md, which says how to measure others, are in {@code
 * policies.json.gz}.
 */
class PoliciesExperimentTest {
  /** Names what {@code benchmarks/storage policies --output} has written. */
  private static final String RESULTS = "athanor.test.policies";

  /**
   * How uneven a limit of HDFS serves its clients is not in the model, which makes them as slow as
   * the last one; so throughputs may be this much lower.
   */
  private static final double MOST_UNEVENNESS = 0.20;

  private static final double MOST_ERROR = 0.10;
  private static final int SEEDS = 21;

  /**
   * How far a simulation may be from what was measured, relatively.
   *
   * @param low of throughputs below
   * @param high of throughputs above
   * @param ends of the seconds until a device's last reader has ended
   */
  private record Bounds(double low, double high, double ends) {
    static final Bounds OF_NEW_RESULTS = new Bounds(MOST_UNEVENNESS, MOST_ERROR, MOST_ERROR);

    /** What was reached with the results of docs/simulation.md: it must not get worse. */
    static final Bounds REACHED = new Bounds(0.175, 0.01, 0.04);
  }

  /** What a mode comes to, means of the rounds. */
  private record Compared(double measured, double simulated) {
    double error() {
      return simulated / measured - 1;
    }
  }

  @Test
  void policiesComeOutAsMeasured() throws IOException {
    try (InputStream packed = getClass().getResourceAsStream("policies.json.gz")) {
      compare(new JsonMapper().readTree(new GZIPInputStream(packed)), Bounds.REACHED, false);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = RESULTS, matches = ".+")
  void policiesComeOutAsMeasuredElsewhere() throws IOException {
    String results = Files.readString(Path.of(System.getProperty(RESULTS)));
    compare(new JsonMapper().readTree(results), Bounds.OF_NEW_RESULTS, true);
  }

  /**
   * Compares all modes.
   *
   * @param alsoChosen whether to print what the simulated policies would have chosen themselves
   */
  private static void compare(JsonNode results, Bounds bounds, boolean alsoChosen) {
    Map<String, List<JsonNode>> byMode = new LinkedHashMap<>();
    for (JsonNode run : results.get("policies")) {
      byMode.computeIfAbsent(run.get("mode").asString(), any -> new ArrayList<>()).add(run);
    }
    assertThat(byMode).hasSize(5);
    for (String phase : PoliciesExperiment.PHASES) {
      Map<String, Compared> modes = compared(byMode, phase, Outcome::throughput);
      System.out.println(phase + ", MB/s: measured, simulated, error; chosen by the policy itself");
      modes.forEach(
          (mode, one) ->
              System.out.print(
                  alsoChosen ? line(mode, one, chosen(phase, byMode.get(mode))) : line(mode, one)));
      assertThat(misplaced(modes)).as("pairs of modes in another order, " + phase).isEmpty();
      assertThat(modes.values())
          .as(modes.toString())
          .allMatch(one -> one.error() < bounds.high() && one.error() > -bounds.low());
    }
    Map<String, Compared> ends = compared(byMode, "read", Outcome::deviceSeconds);
    System.out.println("read, seconds until a device's last reader has ended");
    ends.forEach((mode, one) -> System.out.print(line(mode, one)));
    assertThat(ends.values())
        .as(ends.toString())
        .allMatch(one -> Math.abs(one.error()) < bounds.ends());
  }

  private static Map<String, Compared> compared(
      Map<String, List<JsonNode>> byMode, String phase, ToDoubleFunction<Outcome> what) {
    Map<String, Compared> modes = new LinkedHashMap<>();
    byMode.forEach(
        (mode, runs) ->
            modes.put(
                mode,
                new Compared(
                    mean(runs, run -> PoliciesExperiment.measured(run).get(phase), what),
                    mean(runs, run -> PoliciesExperiment.withChoicesOf(run).get(phase), what))));
    return modes;
  }

  /** Each seed's mean of the rounds, sorted. */
  private static List<Double> chosen(String phase, List<JsonNode> runs) {
    List<Double> means = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      long own = seed;
      means.add(
          mean(
              runs,
              run -> PoliciesExperiment.withPolicy(run, own).get(phase),
              Outcome::throughput));
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

  private static double mean(
      List<JsonNode> runs, Function<JsonNode, Outcome> of, ToDoubleFunction<Outcome> what) {
    return runs.stream().map(of).mapToDouble(what).average().orElseThrow();
  }

  private static String line(String mode, Compared one) {
    return String.format(
        Locale.ROOT,
        "%-8s %5.2f  %5.2f  %+5.1f %%%n",
        mode,
        one.measured(),
        one.simulated(),
        100 * one.error());
  }

  private static String line(String mode, Compared one, List<Double> chosen) {
    return String.format(
        Locale.ROOT,
        "%s  %5.2f (%.2f-%.2f)%n",
        line(mode, one).stripTrailing(),
        chosen.get(SEEDS / 2),
        chosen.get(0),
        chosen.get(SEEDS - 1));
  }
}
