// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.Power;
import org.athanor.scheduler.predict.Line;

/**
 * Finds what the nodes of clusters need, idle and busy, from runs whose energy was measured.
 *
 * <p>During a run, a node of <i>p</i> processors whose processes, those of the run and all others,
 * used <i>c</i> seconds of CPU time in <i>t</i> seconds was busy for the part <i>u = c / (p t)</i>,
 * and its counters say <i>E</i> joules. If its power is <i>idle + (max − idle) u</i> at each
 * moment, so is the mean <i>E / t</i>, whatever <i>u</i> did meanwhile: each node of each run is a
 * point of a line in <i>u</i>, a Theil-Sen line here. Idle power is its end at 0, so a node must
 * have been near that. A line that is far from its points says nothing.
 *
 * <p>The newest {@value #MOST_POINTS} points of a cluster count, of nodes of the kind that its
 * newest run had: so exchanged hardware is forgotten. If it had several, there is no power of a
 * node. Nodes whose control group has a quota are left out, because their processors are not the
 * machine's. The memory's energy is added if all have one. One thread.
 */
final class PowerOfNodes {
  /** So many points count at most. A line looks at each pair of them. */
  static final int MOST_POINTS = 300;

  private static final int LEAST_RUNS = 3;

  /**
   * Between the means of the idlest and the busiest run: nodes of one run that are differently busy
   * may also be different machines.
   */
  private static final double LEAST_SPREAD = 0.2;

  /** Of the idlest node; with more, the line's end at 0 is a guess. */
  private static final double MOST_IDLE_USE = 0.25;

  /** In the median, as a part of the watts measured. */
  private static final double MOST_ERROR = 0.1;

  /** CPU time is counted in ticks, and may be a little more than there was. */
  private static final double MOST_USE = 1.02;

  private final Map<String, Deque<Point>> points = new HashMap<>(); // the oldest first

  /**
   * A node during a run.
   *
   * @param use the busy part of its processors, from 0 to 1
   * @param packageWatts mean
   * @param memoryWatts mean
   */
  private record Point(
      String run, NodeKind kind, double use, double packageWatts, OptionalDouble memoryWatts) {}

  /** Makes one that looks at runs on these clusters. */
  PowerOfNodes(Collection<Cluster> clusters) {
    clusters.forEach(cluster -> points.put(cluster.name(), new ArrayDeque<>()));
  }

  /** Adds a run, which is newer than those before, and was not disturbed. */
  void add(Run run) {
    Optional<Deque<Point>> of = run.site().cluster().map(points::get);
    if (of.isEmpty() || run.site().processorsPerNode().isPresent()) {
      return;
    }
    Deque<Point> newest = of.get();
    for (NodeUse node : run.nodes()) {
      point(run, node).ifPresent(newest::addLast);
    }
    while (newest.size() > MOST_POINTS) {
      newest.removeFirst();
    }
  }

  private static Optional<Point> point(Run run, NodeUse node) {
    double seconds = run.execution().wallSeconds();
    OptionalDouble own = known(node, Resource.CPU_OWN_SECONDS);
    OptionalDouble other = known(node, Resource.CPU_OTHER_SECONDS);
    OptionalDouble joules = known(node, Resource.ENERGY_PACKAGE_JOULES);
    if (own.isEmpty() || other.isEmpty() || !(joules.orElse(0) > 0)) {
      return Optional.empty();
    }
    double use = (own.getAsDouble() + other.getAsDouble()) / (node.kind().processors() * seconds);
    if (use > MOST_USE) {
      return Optional.empty(); // its processors are not all of the machine's
    }
    OptionalDouble memory = known(node, Resource.ENERGY_DRAM_JOULES);
    return Optional.of(
        new Point(
            run.id(),
            node.kind(),
            Math.min(1, use),
            joules.getAsDouble() / seconds,
            memory.isPresent()
                ? OptionalDouble.of(memory.getAsDouble() / seconds)
                : OptionalDouble.empty()));
  }

  private static OptionalDouble known(NodeUse node, Resource resource) {
    return node.amounts().get(resource) instanceof Amount.Known some
        ? OptionalDouble.of(some.value())
        : OptionalDouble.empty();
  }

  /** What was found, for each cluster. */
  Map<String, MeasuredPower> found() {
    Map<String, MeasuredPower> found = new HashMap<>();
    points.forEach((cluster, all) -> found.put(cluster, of(all)));
    return found;
  }

  private static MeasuredPower of(Deque<Point> all) {
    Set<NodeKind> kinds = new HashSet<>();
    if (!all.isEmpty()) {
      String newest = all.getLast().run();
      all.stream().filter(it -> it.run().equals(newest)).forEach(it -> kinds.add(it.kind()));
    }
    return kinds.size() > 1
        ? new MeasuredPower.Unknown(
            "the nodes of the catalogue's newest run there are of "
                + kinds.size()
                + " kinds, and one power for all would be that of none")
        : of(all.stream().filter(it -> kinds.contains(it.kind())).toList());
  }

  private static MeasuredPower of(List<Point> points) {
    Set<String> ids = new LinkedHashSet<>();
    for (int i = points.size() - 1; i >= 0; i--) {
      ids.add(points.get(i).run());
    }
    List<String> runs = List.copyOf(ids);
    if (runs.isEmpty()) {
      return new MeasuredPower.Unknown("no run of the catalogue there measured energy");
    }
    if (runs.size() < LEAST_RUNS) {
      return new MeasuredPower.Unknown(
          "only "
              + runs.size()
              + " of the catalogue's runs there measured energy, and "
              + LEAST_RUNS
              + " are needed");
    }
    DoubleSummaryStatistics means =
        points.stream()
            .collect(Collectors.groupingBy(Point::run, Collectors.averagingDouble(Point::use)))
            .values()
            .stream()
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    if (means.getMax() - means.getMin() < LEAST_SPREAD) {
      return new MeasuredPower.Unknown(
          String.format(
              Locale.ROOT,
              "the catalogue's runs there kept %.0f to %.0f %% of the processors busy, too much"
                  + " alike to tell idle from busy nodes",
              100 * means.getMin(),
              100 * means.getMax()));
    }
    DoubleSummaryStatistics uses = points.stream().mapToDouble(Point::use).summaryStatistics();
    if (uses.getMin() > MOST_IDLE_USE) {
      return new MeasuredPower.Unknown(
          String.format(
              Locale.ROOT,
              "the catalogue's runs there kept the processors of each node %.0f %% busy at least,"
                  + " and what idle nodes need can be told from %.0f %% at most",
              100 * uses.getMin(),
              100 * MOST_IDLE_USE));
    }
    boolean memory = points.stream().allMatch(it -> it.memoryWatts().isPresent());
    List<Line.Point> line = new ArrayList<>();
    for (Point point : points) {
      double watts = point.packageWatts() + (memory ? point.memoryWatts().getAsDouble() : 0);
      line.add(new Line.Point(point.use(), watts, 1));
    }
    Line through = Line.through(line).orElseThrow(); // uses differ
    if (!(through.intercept() > 0 && through.slope() > 0)) {
      return new MeasuredPower.Unknown(
          "the energy of the catalogue's runs there does not grow with the use of processors as"
              + " that of nodes does");
    }
    double error = medianError(through, line);
    if (error > MOST_ERROR) {
      return new MeasuredPower.Unknown(
          String.format(
              Locale.ROOT,
              "what the catalogue's runs there measured is %.0f %% off the best line in the median,"
                  + " and %.0f %% is the most that is used",
              100 * error,
              100 * MOST_ERROR));
    }
    return new MeasuredPower.Known(
        new Power(through.intercept(), through.at(1)),
        new MeasuredPower.Uses(uses.getMin(), uses.getMax()),
        memory,
        error,
        runs);
  }

  private static double medianError(Line line, List<Line.Point> points) {
    double[] errors =
        points.stream()
            .mapToDouble(it -> Math.abs(line.at(it.size()) - it.amount()) / it.amount())
            .sorted()
            .toArray();
    return errors[errors.length / 2];
  }
}
