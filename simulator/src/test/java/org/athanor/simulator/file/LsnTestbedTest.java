// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.athanor.simulator.run.ClusterRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What K. Ravindranathan (PhD thesis, Virginia Tech 2015, section 3.2.1) measured with shared
 * storage nodes (LSN): the orders that came out there come out of the model. The scenarios are
 * those of {@code benchmarks/studies testbed}, whose table has the numbers.
 */
class LsnTestbedTest {
  private static final String TERAGEN = "TeraGen";
  private static final String GREP = "Grep";
  private static final String TERASORT = "TeraSort";
  private static final List<String> ALL = List.of(TERAGEN, GREP, TERASORT);
  private static final List<String> WRITERS = List.of(TERAGEN, TERASORT);

  /** The clusters of each file, in its order: network of 1 or 10 Gbit/s, 1, 3 or 5 disks. */
  private static final List<String> OF_15 =
      List.of("N1", "N2", "N1D1", "N1D2", "N1D3", "N2D1", "N2D2", "N2D3");

  private static final List<String> OF_OTHERS = List.of("N2", "N2D3");

  private static final Map<Integer, Map<String, Map<String, Double>>> SECONDS = new HashMap<>();

  @BeforeAll
  static void simulate() {
    SECONDS.put(9, seconds(9, OF_OTHERS));
    SECONDS.put(15, seconds(15, OF_15));
    SECONDS.put(21, seconds(21, OF_OTHERS));
  }

  /** Seconds of each benchmark on each cluster. */
  private static Map<String, Map<String, Double>> seconds(int workers, List<String> clusters) {
    Path file = Path.of("src/test/lsn/" + workers + "-workers.yaml");
    ScenarioFile read = ScenarioFile.read(file, OptionalLong.empty(), Sources.none());
    assertThat(read.problems()).isEmpty();
    assertThat(read.variants()).hasSize(2 * clusters.size());
    Map<String, Map<String, Double>> seconds = new HashMap<>();
    for (int i = 0; i < clusters.size(); i++) {
      Map<String, Double> single = seconds(read.variants().get(2 * i));
      Map<String, Double> of = seconds(read.variants().get(2 * i + 1));
      // A node gets a single map without input with a heartbeat.
      of.put(TERAGEN, single.get(TERAGEN));
      seconds.put(clusters.get(i), of);
    }
    return seconds;
  }

  private static Map<String, Double> seconds(Variant variant) {
    return ClusterRun.run(variant.scenario(), job -> {}).jobs().stream()
        .collect(
            Collectors.toMap(
                job -> job.spec().name(), job -> job.end() - job.spec().submitSeconds()));
  }

  /** How fast a cluster is, in units of another one, at a benchmark. */
  private static double speed(int workers, String cluster, String other, String benchmark) {
    Map<String, Map<String, Double>> of = SECONDS.get(workers);
    return of.get(other).get(benchmark) / of.get(cluster).get(benchmark);
  }

  /** Measured: 1.4 to 2.6 times as slow, with either network. */
  @Test
  void aDiskForEachLsnIsTooLittle() {
    for (String benchmark : ALL) {
      assertThat(speed(15, "N1", "N1D1", benchmark)).as(benchmark).isGreaterThan(1.4);
      assertThat(speed(15, "N2", "N2D1", benchmark)).as(benchmark).isGreaterThan(1.4);
      // More network alone does not help.
      assertThat(speed(15, "N2D1", "N1D1", benchmark)).as(benchmark).isCloseTo(1, within(0.05));
    }
  }

  /**
   * Measured: 1.2 to 1.6 times as fast with three disks, hardly faster with five: links are full.
   */
  @Test
  void moreDisksHelpUntilTheLinkIsFull() {
    for (String benchmark : WRITERS) {
      assertThat(speed(15, "N1D2", "N1D1", benchmark)).as(benchmark).isGreaterThan(1.15);
      assertThat(speed(15, "N2D3", "N1D3", benchmark)).as(benchmark).isGreaterThan(1.5);
    }
    for (String benchmark : ALL) {
      assertThat(speed(15, "N1D3", "N1D2", benchmark)).as(benchmark).isCloseTo(1, within(0.05));
      // With slow links nodes with disks of their own are faster, whatever the LSNs have.
      assertThat(speed(15, "N1", "N1D3", benchmark)).as(benchmark).isGreaterThan(1.2);
    }
  }

  /** Measured: 20 to 39 % faster with 15 workers, 26 to 50 % with 9, 0 to 23 % with 21. */
  @Test
  void enoughDisksAndLinksAreFasterTheMoreTheFewerWorkersShareThem() {
    for (String benchmark : ALL) {
      for (int workers : new int[] {9, 15, 21}) {
        assertThat(speed(workers, "N2D3", "N2", benchmark)).as(benchmark).isGreaterThan(1);
      }
    }
    for (String benchmark : WRITERS) {
      assertThat(speed(9, "N2D3", "N2", benchmark))
          .isGreaterThan(1.1 * speed(15, "N2D3", "N2", benchmark));
      assertThat(speed(15, "N2D3", "N2", benchmark))
          .isGreaterThan(1.1 * speed(21, "N2D3", "N2", benchmark));
    }
  }

  /** Measured: with as much data for each node, a cluster of any size takes as long. */
  @Test
  void nodesWithTheirOwnDisksScale() {
    for (String benchmark : ALL) {
      double of15 = SECONDS.get(15).get("N2").get(benchmark);
      for (int workers : new int[] {9, 21}) {
        assertThat(SECONDS.get(workers).get("N2").get(benchmark) / of15)
            .as(benchmark)
            .isBetween(0.85, 1.15);
      }
    }
  }
}
