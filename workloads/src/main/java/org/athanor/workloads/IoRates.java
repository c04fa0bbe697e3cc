// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.mapreduce.DistributedIo;
import org.athanor.workloads.usage.UsageException;

/**
 * Prints what TestDFSIO measured, from the output of {@link DistributedIo}: {@code IoRates OUTPUT}.
 * For writing and for reading it prints three lines {@code measure NAME AMOUNT UNIT}:
 *
 * <pre>
 * write_time         seconds of the job, as its client sees it
 * write_throughput   bytes of all files divided by the sum of the tasks' times
 * write_io_rate      mean of the tasks' bytes per second
 * </pre>
 *
 * <p>TestDFSIO counts 1,048,576 bytes as a megabyte; these rates are in bytes. A step that took
 * less than a millisecond has no rate and is left out.
 */
public final class IoRates {
  private static final double MEBI = 1 << 20;

  /** Factor by which TestDFSIO multiplies rates; its times are in milliseconds. */
  private static final double THOUSAND = 1000;

  private IoRates() {}

  public static void main(String[] args) throws IOException {
    try {
      if (args.length != 1) {
        throw new UsageException("usage: IoRates OUTPUT");
      }
      of(new Configuration(), new Path(args[0])).forEach(IoRates::print);
    } catch (UsageException | FileNotFoundException e) {
      System.err.println("IoRates: " + e.getMessage());
      System.exit(2);
    }
  }

  private static void print(String name, double amount) {
    System.out.println("measure " + name + " " + amount + (name.endsWith("_time") ? " s" : " B/s"));
  }

  /** Name to seconds or bytes per second. */
  static Map<String, Double> of(Configuration configuration, Path output) throws IOException {
    Map<String, Double> seconds = values(configuration, new Path(output, DistributedIo.SECONDS));
    Map<String, Double> measures = new LinkedHashMap<>();
    for (String step : List.of("write", "read")) {
      Map<String, Double> sums =
          values(configuration, new Path(output, "io_" + step + "/part-00000"));
      put(measures, step + "_time", seconds.get(step));
      put(
          measures,
          step + "_throughput",
          number(sums, "l:size") / (number(sums, "l:time") / THOUSAND));
      put(
          measures,
          step + "_io_rate",
          number(sums, "f:rate") / THOUSAND / number(sums, "l:tasks") * MEBI);
    }
    return measures;
  }

  private static void put(Map<String, Double> measures, String name, Double amount) {
    if (amount != null && Double.isFinite(amount)) {
      measures.put(name, amount);
    }
  }

  private static double number(Map<String, Double> sums, String name) {
    return sums.getOrDefault(name, Double.NaN);
  }

  private static Map<String, Double> values(Configuration configuration, Path file)
      throws IOException {
    Map<String, Double> values = new HashMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                file.getFileSystem(configuration).open(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split("\t", -1);
        if (fields.length == 2) {
          values.put(fields[0], Double.parseDouble(fields[1]));
        }
      }
    }
    return values;
  }
}
