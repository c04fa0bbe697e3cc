// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.mapreduce.JobSeries;
import org.athanor.workloads.usage.UsageException;

/**
 * Prints how long the jobs of a {@link JobSeries} took: {@code JobTimes OUTPUT}. Prints lines
 * {@code measure NAME AMOUNT s}:
 *
 * <pre>
 * first_job_time   seconds of the first job, as its client sees it
 * later_job_time   median of the others; missing if there are none
 * </pre>
 */
public final class JobTimes {
  private JobTimes() {}

  public static void main(String[] args) throws IOException {
    try {
      if (args.length != 1) {
        throw new UsageException("usage: JobTimes OUTPUT");
      }
      of(new Configuration(), new Path(args[0]))
          .forEach((name, amount) -> System.out.println("measure " + name + " " + amount + " s"));
    } catch (UsageException | FileNotFoundException e) {
      System.err.println("JobTimes: " + e.getMessage());
      System.exit(2);
    }
  }

  /** Name to seconds. */
  static Map<String, Double> of(Configuration configuration, Path output) throws IOException {
    List<Double> seconds = seconds(configuration, new Path(output, JobSeries.SECONDS));
    Map<String, Double> measures = new LinkedHashMap<>();
    if (!seconds.isEmpty()) {
      measures.put("first_job_time", seconds.get(0));
    }
    if (seconds.size() > 1) {
      measures.put("later_job_time", median(seconds.subList(1, seconds.size())));
    }
    return measures;
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static List<Double> seconds(Configuration configuration, Path file) throws IOException {
    List<Double> seconds = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                file.getFileSystem(configuration).open(file), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        seconds.add(Double.parseDouble(line.substring(line.indexOf('\t') + 1)));
      }
    }
    return seconds;
  }
}
