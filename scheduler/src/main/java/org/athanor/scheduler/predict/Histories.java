// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Measured runs by application and cluster. When the configuration of an application on a cluster
 * changes, its earlier runs are no more those that predictions are about, even if the old
 * configuration comes back: they tell only how the amount depends on the size. Of each
 * configuration the newest {@value #MOST_RUNS} runs count, each with a weight that halves in a
 * time.
 */
final class Histories {
  static final int MOST_RUNS = 200;

  private final Duration halfLife;
  private final Map<String, Map<String, List<MeasuredRun>>> newest = new TreeMap<>();

  /** By application and cluster, and then configuration, that with the newest run first. */
  private final Map<String, Map<String, List<List<MeasuredRun>>>> earlier = new TreeMap<>();

  /**
   * Makes it.
   *
   * @param others are before {@code runs} of the same application and cluster
   */
  Histories(Collection<MeasuredRun> runs, Collection<MeasuredRun> others, Duration halfLife) {
    this.halfLife = halfLife;
    Map<String, Map<String, List<MeasuredRun>>> all = new TreeMap<>();
    add(others, all);
    add(runs, all);
    all.forEach(
        (application, clusters) ->
            clusters.forEach((cluster, list) -> divide(application, cluster, list)));
  }

  private static void add(
      Collection<MeasuredRun> runs, Map<String, Map<String, List<MeasuredRun>>> all) {
    runs.stream()
        .sorted(Comparator.comparing(MeasuredRun::ended))
        .forEach(
            run ->
                all.computeIfAbsent(run.application(), name -> new TreeMap<>())
                    .computeIfAbsent(run.cluster(), name -> new ArrayList<>())
                    .add(run));
  }

  private void divide(String application, String cluster, List<MeasuredRun> sorted) {
    String configuration = sorted.get(sorted.size() - 1).configuration();
    int first = sorted.size() - 1;
    while (first > 0 && sorted.get(first - 1).configuration().equals(configuration)) {
      first--;
    }
    newest
        .computeIfAbsent(application, name -> new TreeMap<>())
        .put(cluster, last(sorted.subList(first, sorted.size())));
    Map<String, List<MeasuredRun>> byConfiguration = new LinkedHashMap<>();
    for (int i = first - 1; i >= 0; i--) {
      MeasuredRun run = sorted.get(i);
      List<MeasuredRun> like =
          byConfiguration.computeIfAbsent(run.configuration(), name -> new ArrayList<>());
      if (like.size() < MOST_RUNS) {
        like.add(run);
      }
    }
    byConfiguration.values().forEach(Collections::reverse);
    earlier
        .computeIfAbsent(application, name -> new TreeMap<>())
        .put(cluster, List.copyOf(byConfiguration.values()));
  }

  private static List<MeasuredRun> last(List<MeasuredRun> sorted) {
    return List.copyOf(sorted.subList(Math.max(0, sorted.size() - MOST_RUNS), sorted.size()));
  }

  /** The runs with the newest settings, by application and cluster; none is empty. */
  Map<String, Map<String, List<MeasuredRun>>> runs() {
    return newest;
  }

  /** One amount, by application and cluster, where it was measured. */
  Map<String, Map<String, Amounts>> amounts(Function<MeasuredRun, OptionalDouble> amount) {
    Map<String, Map<String, Amounts>> all = new TreeMap<>();
    newest.forEach(
        (application, clusters) -> {
          Map<String, Amounts> known = new TreeMap<>();
          clusters.forEach(
              (cluster, list) ->
                  amounts(list, earlier.get(application).get(cluster), amount)
                      .ifPresent(some -> known.put(cluster, some)));
          all.put(application, known);
        });
    return all;
  }

  private Optional<Amounts> amounts(
      List<MeasuredRun> list,
      List<List<MeasuredRun>> before,
      Function<MeasuredRun, OptionalDouble> amount) {
    Optional<Series> own = series(list, amount);
    if (own.filter(Series::hasLine).isPresent()) {
      return Optional.of(new Amounts(own, Optional.empty()));
    }
    Optional<Series> line =
        before.stream()
            .flatMap(each -> series(each, amount).stream())
            .filter(Series::hasLine)
            .findFirst();
    return own.isEmpty() && line.isEmpty() ? Optional.empty() : Optional.of(new Amounts(own, line));
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
