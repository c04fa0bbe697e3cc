// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Predictions of one amount from the best source that there is: runs of the application on the
 * cluster; its runs on another cluster times the median ratio of the two clusters over other
 * applications.
 */
final class Chain {
  private final Map<String, Map<String, Amounts>> amounts;
  private final double level;

  /**
   * Makes a chain.
   *
   * @param amounts by application and cluster
   * @param level wanted for intervals, between 0 and 1
   */
  Chain(Map<String, Map<String, Amounts>> amounts, double level) {
    this.amounts = amounts;
    this.level = level;
  }

  /** Empty if there are no runs to predict from. */
  Optional<Prediction> predict(Question question) {
    Map<String, Amounts> own = amounts.getOrDefault(question.application(), Map.of());
    Amounts here = own.get(question.cluster());
    if (here != null) {
      return Optional.of(here.at(question.bytes(), level));
    }
    return elsewhere(question, own);
  }

  /** From the cluster where the application has most runs, of those that can be compared. */
  private Optional<Prediction> elsewhere(Question question, Map<String, Amounts> own) {
    return own.entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<String, Amounts> entry) -> -entry.getValue().runs())
                .thenComparing(Map.Entry::getKey))
        .flatMap(entry -> scaled(question, entry.getKey(), entry.getValue()).stream())
        .findFirst();
  }

  private Optional<Prediction> scaled(Question question, String other, Amounts runs) {
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
    for (Map<String, Amounts> clusters : amounts.values()) {
      Amounts here = clusters.get(cluster);
      Amounts there = clusters.get(other);
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
}
