// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.athanor.simulator.access.TiersExperiment.Throughputs;
import org.junit.jupiter.api.Test;

/** {@link TiersExperiment}, compared with what the program measured on a real HDFS. */
class TiersExperimentTest {
  private static final int SEEDS = 21;
  private static final List<String> MODES = List.of("hdfs", "network", "tier", "hybrid", "random");
  private static final long LARGE = 64L << 20;
  private static final long SMALL = 12L << 20;
  private static final double UNKNOWN = Double.NaN;

  /** Files of 64 MiB, one round, on the machine of docs/storage-evaluation.md. */
  private static final Map<String, Throughputs> MEASURED =
      Map.of(
          "hdfs", new Throughputs(0.75, 2.14, UNKNOWN),
          "network", new Throughputs(0.91, 3.12, UNKNOWN),
          "tier", new Throughputs(1.49, 5.06, 4.47),
          "hybrid", new Throughputs(1.48, 5.74, UNKNOWN),
          "random", new Throughputs(1.01, 4.14, UNKNOWN));

  /** Of many draws of places. */
  private record Spread(double lowest, double median, double highest) {
    static Spread of(List<Throughputs> runs, ToDoubleFunction<Throughputs> what) {
      double[] values = runs.stream().mapToDouble(what).sorted().toArray();
      return new Spread(values[0], values[values.length / 2], values[values.length - 1]);
    }
  }

  /** Reads of files of 12 MiB over slow links, five rounds, as in docs/storage-evaluation.md. */
  private static final Map<String, Spread> MEASURED_SLOW =
      Map.of(
          "hdfs", new Spread(1.65, 2.93, 3.13),
          "network", new Spread(2.42, 3.41, 4.25),
          "tier", new Spread(2.07, 2.65, 4.03),
          "hybrid", new Spread(3.31, 4.01, 4.74),
          "random", new Spread(2.07, 4.00, 4.45));

  private static List<Throughputs> simulate(String mode, long bytes) {
    return IntStream.range(0, SEEDS)
        .mapToObj(seed -> TiersExperiment.run(mode, bytes, seed))
        .toList();
  }

  /** Writes hardly depend on chance; one round of reads is one draw of places of many. */
  @Test
  void theModesComeOutAsMeasured() {
    System.out.println("MB/s: measured, simulated median (lowest-highest)");
    Map<String, Double> medians = new HashMap<>();
    for (String mode : MODES) {
      List<Throughputs> runs = simulate(mode, LARGE);
      Throughputs measured = MEASURED.get(mode);
      Spread write = Spread.of(runs, Throughputs::write);
      Spread read = Spread.of(runs, Throughputs::fastRead);
      Spread slow = Spread.of(runs, Throughputs::slowRead);
      System.out.print(line(mode + ", write", measured.write(), write));
      System.out.print(line(mode + ", read", measured.fastRead(), read));
      System.out.print(line(mode + ", slow links", measured.slowRead(), slow));
      assertThat(measured.write())
          .as("%s, write", mode)
          .isCloseTo(write.median(), withinPercentage(15));
      assertThat(measured.fastRead()).as("%s, read", mode).isBetween(read.lowest(), read.highest());
      if (!Double.isNaN(measured.slowRead())) {
        assertThat(measured.slowRead())
            .as("%s, slow links", mode)
            .isBetween(slow.lowest(), 1.2 * slow.highest());
      }
      medians.put(mode, read.median());
    }
    assertThat(medians.get("hybrid")).isGreaterThan(medians.get("tier"));
    assertThat(medians.get("tier")).isGreaterThan(medians.get("network"));
    assertThat(medians.get("tier")).isGreaterThan(medians.get("random"));
    assertThat(medians.get("network")).isGreaterThan(medians.get("hdfs"));
  }

  /** With short files, the half second's bytes that pass at once are a tenth or more. */
  @Test
  void slowLinksComeOutAsMeasured() {
    StringBuilder table = new StringBuilder("MB/s, slow links: measured, simulated\n");
    Map<String, Double> medians = new HashMap<>();
    for (String mode : MODES) {
      Spread slow = Spread.of(simulate(mode, SMALL), Throughputs::slowRead);
      Spread measured = MEASURED_SLOW.get(mode);
      table.append(line(mode, measured.median(), slow));
      assertThat(slow.median()).as(mode).isCloseTo(measured.median(), withinPercentage(30));
      assertThat(slow.lowest()).as(mode).isLessThan(measured.highest());
      assertThat(slow.highest()).as(mode).isGreaterThan(measured.lowest());
      medians.put(mode, slow.median());
    }
    System.out.println(table);
    assertThat(medians.get("hybrid")).isEqualTo(Collections.max(medians.values()));
    assertThat(medians.get("network")).isGreaterThan(medians.get("hdfs"));
  }

  private static String line(String what, double measured, Spread simulated) {
    return String.format(
        Locale.ROOT,
        "%-20s %4s  %.2f (%.2f-%.2f)%n",
        what,
        Double.isNaN(measured) ? "-" : String.format(Locale.ROOT, "%.2f", measured),
        simulated.median(),
        simulated.lowest(),
        simulated.highest());
  }
}
