// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.report.statistics.Box;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.Sample;
import org.athanor.results.Metric;
import org.athanor.results.SampleTable;

/**
 * The power of the counted trials of a group: of each node over all of its samples, and over time,
 * averaged over the nodes that worked and over the repetitions (Veiga et al. 2016, §3.4 and §3.5).
 *
 * @param boxes for each source, the nodes, with their role if they do not work, in the order of the
 *     trials
 * @param lines for each source that all counted trials have, the mean power over time
 */
public record GroupPower(
    Group group, Map<PowerSource, List<NodeBox>> boxes, Map<PowerSource, List<Step>> lines) {

  /** The samples of a node: quartiles; the whiskers are the smallest and the largest one. */
  public record NodeBox(String node, Box box, int samples) {}

  /**
   * A step of time.
   *
   * @param seconds from the start of a trial to the middle of the step
   * @param trials those that still ran and have a value in the step
   * @param watts of a node, the mean of those trials
   * @param low of the trial with the least power
   * @param high of the trial with the most power
   */
  public record Step(double seconds, int trials, double watts, double low, double high) {}

  /** Collects the trials of a group; memory: all of its samples of power. Not thread-safe. */
  public static final class Collector {
    private static final int STEPS = 120;

    private final Group group;
    private final boolean memory;
    private final Map<PowerSource, Map<String, List<double[]>>> samples =
        new EnumMap<>(PowerSource.class);
    private final Map<PowerSource, List<double[]>> series = new EnumMap<>(PowerSource.class);
    private final double width;
    private int trials;

    /**
     * @param memory whether the power of the processors includes that of memory, the same for all
     *     groups that are compared
     */
    public Collector(Group group, boolean memory) {
      this.group = group;
      this.memory = memory;
      double longest =
          group.counted().stream().mapToDouble(trial -> trial.wallSeconds()).max().orElse(0);
      this.width = longest / STEPS;
    }

    /** Adds a counted trial. */
    public void add(TrialSamples trial) {
      trials++;
      int steps =
          (int) Math.min(STEPS, Math.max(1, Math.round(trial.trial().wallSeconds() / width)));
      for (PowerSource source : PowerSource.values()) {
        double[] sum = new double[steps];
        int nodes = 0;
        for (TrialSamples.OfNode node : trial.nodes()) {
          Optional<double[]> watts = watts(node.table(), source.metrics(memory));
          if (watts.isPresent()) {
            samples
                .computeIfAbsent(source, unused -> new LinkedHashMap<>())
                .computeIfAbsent(node.label(), unused -> new ArrayList<>())
                .add(watts.get());
            if (node.use().works()) {
              double[] values =
                  TrialSeries.resample(node.table().seconds(), watts.get(), steps * width, steps);
              Arrays.setAll(sum, step -> sum[step] + values[step]);
              nodes++;
            }
          }
        }
        if (nodes == trial.trial().workers().size() && nodes > 0) {
          int count = nodes;
          Arrays.setAll(sum, step -> sum[step] / count);
          series.computeIfAbsent(source, unused -> new ArrayList<>()).add(sum);
        }
      }
    }

    /** The sum of the metrics in each row; empty if a metric has no value. */
    private static Optional<double[]> watts(SampleTable table, List<Metric> metrics) {
      double[] sum = new double[table.rows()];
      for (Metric metric : metrics) {
        Optional<double[]> values = table.values(metric);
        if (values.isEmpty() || Arrays.stream(values.get()).allMatch(Double::isNaN)) {
          return Optional.empty();
        }
        Arrays.setAll(sum, row -> sum[row] + values.get()[row]);
      }
      return Optional.of(sum);
    }

    /** The power of all trials that were added. */
    public GroupPower power() {
      Map<PowerSource, List<NodeBox>> boxes = new EnumMap<>(PowerSource.class);
      samples.forEach(
          (source, nodes) -> {
            List<NodeBox> all = new ArrayList<>();
            nodes.forEach((node, parts) -> box(node, parts).ifPresent(all::add));
            boxes.put(source, all);
          });
      Map<PowerSource, List<Step>> lines = new EnumMap<>(PowerSource.class);
      series.forEach(
          (source, all) -> {
            if (all.size() == trials) {
              lines.put(source, line(all));
            }
          });
      return new GroupPower(
          group, Collections.unmodifiableMap(boxes), Collections.unmodifiableMap(lines));
    }

    private static Optional<NodeBox> box(String node, List<double[]> parts) {
      double[] all =
          parts.stream()
              .flatMapToDouble(Arrays::stream)
              .filter(watts -> !Double.isNaN(watts))
              .toArray();
      if (all.length == 0) {
        return Optional.empty();
      }
      Sample sample = Sample.of(all);
      Box box =
          new Box(
              sample.minimum(),
              sample.quantile(.25),
              sample.median(),
              sample.quantile(.75),
              sample.maximum(),
              List.of());
      return Optional.of(new NodeBox(node, box, all.length));
    }

    /** The line ends where fewer than half of the trials still run. */
    private List<Step> line(List<double[]> all) {
      List<Step> line = new ArrayList<>();
      for (int step = 0; step < STEPS; step++) {
        int at = step;
        double[] running =
            all.stream().filter(values -> values.length > at).mapToDouble(v -> v[at]).toArray();
        if (2 * running.length < all.size()) {
          break;
        }
        double[] known = Arrays.stream(running).filter(watts -> !Double.isNaN(watts)).toArray();
        if (known.length > 0) {
          line.add(
              new Step(
                  (step + .5) * width,
                  known.length,
                  Arrays.stream(known).average().orElseThrow(),
                  Arrays.stream(known).min().orElseThrow(),
                  Arrays.stream(known).max().orElseThrow()));
        }
      }
      return line;
    }
  }
}
