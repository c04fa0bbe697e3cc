// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.ledger.Resources;

/**
 * Predictions of one amount from the best source that there is: runs of the application on the
 * cluster; its runs on another cluster times the median ratio of the two clusters over other
 * applications; runs of at most three applications on the cluster that are alike in resources.
 */
final class Chain {
  private static final int MOST_ALIKE = 3;

  private final Map<String, Map<String, Series>> series;
  private final Map<String, Map<String, Resources>> resources;
  private final double level;

  /**
   * Makes a chain.
   *
   * @param series by application and cluster
   * @param resources mean use by application and cluster
   * @param level wanted for intervals, between 0 and 1
   */
  Chain(
      Map<String, Map<String, Series>> series,
      Map<String, Map<String, Resources>> resources,
      double level) {
    this.series = series;
    this.resources = resources;
    this.level = level;
  }

  /** Empty if there are no runs to predict from. */
  Optional<Prediction> predict(Question question) {
    Map<String, Series> own = series.getOrDefault(question.application(), Map.of());
    Series here = own.get(question.cluster());
    if (here != null) {
      return Optional.of(here.at(question.bytes(), level));
    }
    return elsewhere(question, own).or(() -> alike(question));
  }

  /** From the cluster where the application has most runs, of those that can be compared. */
  private Optional<Prediction> elsewhere(Question question, Map<String, Series> own) {
    return own.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<String, Series> entry) -> -entry.getValue().runs())
                .thenComparing(Map.Entry::getKey))
        .flatMap(entry -> scaled(question, entry.getKey(), entry.getValue()).stream())
        .findFirst();
  }

  private Optional<Prediction> scaled(Question question, String other, Series runs) {
    List<Double> ratios = ratios(question.cluster(), other);
    if (ratios.isEmpty()) {
      return Optional.empty();
    }
    double ratio = WeightedMedian.ofEqual(ratios);
    double lowest = ratios.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double highest = ratios.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    return Optional.of(runs.at(question.bytes(), level).elsewhere(lowest, ratio, highest));
  }

  /** Amount on one cluster / amount on the other, of each application that ran on both. */
  private List<Double> ratios(String cluster, String other) {
    List<Double> ratios = new ArrayList<>();
    for (Map<String, Series> clusters : series.values()) {
      Series here = clusters.get(cluster);
      Series there = clusters.get(other);
      if (here != null && there != null) {
        double bytes = here.medianBytes();
        double denominator = there.at(bytes, level).middle();
        if (denominator > 0) {
          ratios.add(here.at(bytes, level).middle() / denominator);
        }
      }
    }
    return ratios;
  }

  private record Alike(double distance, Series series) {}

  private Optional<Prediction> alike(Question question) {
    if (question.resources().isEmpty()) {
      return Optional.empty();
    }
    List<Alike> nearest =
        resources.keySet().stream()
            .flatMap(application -> alike(question, application).stream())
            .sorted(Comparator.comparingDouble(Alike::distance))
            .limit(MOST_ALIKE)
            .toList();
    List<Prediction> each =
        nearest.stream().map(alike -> alike.series().at(question.bytes(), level)).toList();
    return each.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Prediction(
                each.stream().mapToDouble(Prediction::low).min().orElseThrow(),
                WeightedMedian.ofEqual(each.stream().map(Prediction::middle).toList()),
                each.stream().mapToDouble(Prediction::high).max().orElseThrow(),
                0,
                Source.ALIKE,
                nearest.stream().mapToInt(alike -> alike.series().runs()).sum()));
  }

  private Optional<Alike> alike(Question question, String application) {
    Resources used = resources.get(application).get(question.cluster());
    Series runs = series.get(application).get(question.cluster());
    if (used == null || runs == null) {
      return Optional.empty();
    }
    double distance = Alikeness.distance(used, question.resources().orElseThrow());
    return distance > Alikeness.LIMIT ? Optional.empty() : Optional.of(new Alike(distance, runs));
  }
}
