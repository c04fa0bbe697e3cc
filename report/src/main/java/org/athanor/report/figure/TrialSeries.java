// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.results.Metric;
import org.athanor.results.SampleTable;
import org.athanor.results.TrialResult;

/**
 * A trial over time, on a grid of equal steps from its start to its end. The value of a step is the
 * mean over the step, so sums over time do not change; {@code NaN} means that nothing was sampled.
 *
 * @param tracks that it is shown in
 * @param mean for each metric, the mean over all nodes that worked and have it
 * @param nodes for each node, in the trial's order, and each track: the sum of {@link
 *     Track#perNode}. The name of a node that did not work has its role
 */
public record TrialSeries(
    TrialResult trial,
    List<Track> tracks,
    int steps,
    Map<Metric, double[]> mean,
    Map<String, Map<Track, double[]>> nodes) {

  /**
   * Averages a trial's samples.
   *
   * @param tracks those that the samples were read for
   * @param mostSteps the most steps; if there are more samples, they are averaged
   * @param eachNode whether to return the series of each node too
   * @return empty if no node has samples
   */
  public static Optional<TrialSeries> of(
      TrialSamples samples, List<Track> tracks, int mostSteps, boolean eachNode) {
    TrialResult trial = samples.trial();
    int rows = samples.nodes().stream().mapToInt(node -> node.table().rows()).max().orElse(0);
    if (rows == 0 || trial.wallSeconds() <= 0) {
      return Optional.empty();
    }
    int steps = Math.min(mostSteps, rows);
    Map<Metric, double[]> sums = new TreeMap<>();
    Map<Metric, int[]> counts = new TreeMap<>();
    Map<String, Map<Track, double[]>> nodes = new LinkedHashMap<>();
    for (TrialSamples.OfNode one : samples.nodes()) {
      Map<Metric, double[]> node = resample(one.table(), trial.wallSeconds(), steps);
      (one.use().works() ? node : Map.<Metric, double[]>of())
          .forEach(
              (metric, values) -> {
                double[] sum = sums.computeIfAbsent(metric, unused -> new double[steps]);
                int[] count = counts.computeIfAbsent(metric, unused -> new int[steps]);
                for (int step = 0; step < steps; step++) {
                  if (!Double.isNaN(values[step])) {
                    sum[step] += values[step];
                    count[step]++;
                  }
                }
              });
      if (eachNode) {
        nodes
            .computeIfAbsent(one.label(), unused -> new TreeMap<>())
            .putAll(tracks(node, tracks, steps));
      }
    }
    sums.forEach(
        (metric, sum) -> {
          int[] count = counts.get(metric);
          Arrays.setAll(sum, step -> count[step] == 0 ? Double.NaN : sum[step] / count[step]);
        });
    sums.values().removeIf(values -> Arrays.stream(values).allMatch(Double::isNaN));
    return Optional.of(new TrialSeries(trial, tracks, steps, sums, nodes));
  }

  private static Map<Track, double[]> tracks(
      Map<Metric, double[]> node, List<Track> all, int steps) {
    Map<Track, double[]> tracks = new TreeMap<>();
    for (Track track : all) {
      List<double[]> parts =
          track.perNode().stream()
              .map(node::get)
              .filter(values -> values != null && !Arrays.stream(values).allMatch(Double::isNaN))
              .toList();
      if (!parts.isEmpty()) {
        double[] sum = new double[steps];
        parts.forEach(part -> Arrays.setAll(sum, step -> sum[step] + part[step]));
        tracks.put(track, sum);
      }
    }
    return tracks;
  }

  private static Map<Metric, double[]> resample(SampleTable table, double seconds, int steps) {
    Map<Metric, double[]> series = new TreeMap<>();
    double[] times = table.seconds();
    for (int column = 0; column < table.columns().size(); column++) {
      double[] values = new double[table.rows()];
      for (int row = 0; row < values.length; row++) {
        values[row] = table.value(row, column);
      }
      series.put(table.columns().get(column).metric(), resample(times, values, seconds, steps));
    }
    return series;
  }

  /**
   * Computes the mean of each step. A value is the mean over the time from the sample before to its
   * own; its weight in a step is the time for which they overlap.
   */
  static double[] resample(double[] times, double[] values, double seconds, int steps) {
    double[] sums = new double[steps];
    double[] weights = new double[steps];
    double width = seconds / steps;
    double from = 0;
    for (int i = 0; i < times.length; i++) {
      double to = Math.min(times[i], seconds);
      if (!Double.isNaN(values[i]) && to > from) {
        int last = Math.min(steps - 1, (int) (to / width));
        for (int step = (int) (from / width); step <= last; step++) {
          double overlap = Math.min(to, (step + 1) * width) - Math.max(from, step * width);
          if (overlap > 0) {
            sums[step] += values[i] * overlap;
            weights[step] += overlap;
          }
        }
      }
      from = Math.max(from, to);
    }
    Arrays.setAll(sums, step -> weights[step] > 0 ? sums[step] / weights[step] : Double.NaN);
    return sums;
  }
}
