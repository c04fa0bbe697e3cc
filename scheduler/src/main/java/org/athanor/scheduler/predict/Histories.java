// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Measured runs by application and cluster. When the configuration of an application on a cluster
 * changes, its earlier runs count no more, even if the old configuration comes back. Of the others
 * the newest {@value #MOST_RUNS} count, each with a weight that halves in a time.
 */
final class Histories {
  static final int MOST_RUNS = 200;

  private final Duration halfLife;
  private final Map<String, Map<String, List<MeasuredRun>>> runs = new TreeMap<>();

  Histories(Collection<MeasuredRun> all, Duration halfLife) {
    this.halfLife = halfLife;
    all.stream()
        .sorted(Comparator.comparing(MeasuredRun::ended))
        .forEach(
            run ->
                runs.computeIfAbsent(run.application(), name -> new TreeMap<>())
                    .computeIfAbsent(run.cluster(), name -> new ArrayList<>())
                    .add(run));
    runs.values().forEach(clusters -> clusters.replaceAll((name, list) -> newest(list)));
  }

  private static List<MeasuredRun> newest(List<MeasuredRun> sorted) {
    String configuration = sorted.get(sorted.size() - 1).configuration();
    int first = sorted.size() - 1;
    while (first > 0
        && sorted.size() - first < MOST_RUNS
        && sorted.get(first - 1).configuration().equals(configuration)) {
      first--;
    }
    return List.copyOf(sorted.subList(first, sorted.size()));
  }

  /** The runs that count, by application and cluster, the oldest first; none is empty. */
  Map<String, Map<String, List<MeasuredRun>>> runs() {
    return runs;
  }

  /** Series of one amount, by application and cluster, where it was measured. */
  Map<String, Map<String, Series>> series(Function<MeasuredRun, OptionalDouble> amount) {
    Map<String, Map<String, Series>> all = new TreeMap<>();
    runs.forEach(
        (application, clusters) -> {
          Map<String, Series> series = new TreeMap<>();
          clusters.forEach(
              (cluster, list) -> series(list, amount).ifPresent(some -> series.put(cluster, some)));
          all.put(application, series);
        });
    return all;
  }

  private Optional<Series> series(
      List<MeasuredRun> list, Function<MeasuredRun, OptionalDouble> amount) {
    List<Line.Point> points = new ArrayList<>();
    MeasuredRun newest = list.get(list.size() - 1);
    for (MeasuredRun run : list) {
      double age = Duration.between(run.ended(), newest.ended()).toMillis();
      double weight = Math.pow(0.5, age / halfLife.toMillis());
      // A weight that has become 0 would make a median of nothing.
      double counted = Math.max(weight, 1e-9);
      amount.apply(run).ifPresent(some -> points.add(new Line.Point(run.bytes(), some, counted)));
    }
    return points.isEmpty() ? Optional.empty() : Optional.of(new Series(points));
  }
}
