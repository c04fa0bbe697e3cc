// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.mapreduce.TpcxHs;
import org.athanor.workloads.usage.UsageException;

/**
 * Prints the metric of {@link TpcxHs}, and the times of its phases: {@code HsTimes OUTPUT
 * SCALE-FACTOR}. Prints lines {@code measure NAME AMOUNT UNIT}:
 *
 * <pre>
 * hsph               SF / (T / 3600), with T the seconds of the slower run: HSph@SF
 * hs_time            T; hs_faster_time is that of the other run
 * hs_generate_time   of the slower run; likewise hs_sort_time and hs_validate_time
 * hs_replication     least number of replicas requested for a file
 * </pre>
 */
public final class HsTimes {
  private HsTimes() {}

  public static void main(String[] args) throws IOException {
    try {
      if (args.length != 2) {
        throw new UsageException("usage: HsTimes OUTPUT SCALE-FACTOR");
      }
      of(new Configuration(), new Path(args[0]), new BigDecimal(args[1]).doubleValue())
          .forEach(System.out::println);
    } catch (UsageException | FileNotFoundException | NumberFormatException e) {
      System.err.println("HsTimes: " + e.getMessage());
      System.exit(2);
    }
  }

  /** Returns the lines. */
  public static List<String> of(Configuration configuration, Path output, double scaleFactor)
      throws IOException {
    List<Map<String, Double>> runs = new ArrayList<>();
    for (int run = 0; run <= TpcxHs.RUNS; run++) {
      runs.add(new TreeMap<>());
    }
    Path file = new Path(output, TpcxHs.PHASES);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                file.getFileSystem(configuration).open(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] columns = line.split("\t", -1);
        runs.get(Integer.parseInt(columns[0]))
            .merge(columns[1], Double.parseDouble(columns[2]), Double::sum);
      }
    }
    int slower = seconds(runs.get(1)) >= seconds(runs.get(2)) ? 1 : 2;
    Map<String, Double> phases = runs.get(slower);
    double time = seconds(phases);
    return List.of(
        "measure hsph " + scaleFactor / (time / 3600) + " ratio",
        "measure hs_time " + time + " s",
        "measure hs_faster_time " + seconds(runs.get(TpcxHs.RUNS + 1 - slower)) + " s",
        "measure hs_generate_time " + phases.get("generate") + " s",
        "measure hs_sort_time " + phases.get("sort") + " s",
        "measure hs_validate_time " + phases.get("validate") + " s",
        "measure hs_replication " + runs.get(0).get("replication") + " count");
  }

  private static double seconds(Map<String, Double> phases) {
    return phases.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
