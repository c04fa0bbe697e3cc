// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.scheduler.journal.AlertTables;
import org.athanor.scheduler.journal.Compared;
import org.athanor.scheduler.journal.RunSummary;
import org.athanor.scheduler.power.PowerJournal;
import org.athanor.scheduler.run.RunState;

/**
 * What the first page shows.
 *
 * @param active runs that have not ended, the newest first
 * @param ended runs that have, the newest first: a page of them
 * @param from how many newer ones are left out before these
 * @param statuses how many runs there are
 * @param accuracy of predictions, by cluster
 * @param leftAlone runs that are not worked on, and why
 * @param promises of the active and the ended runs that are not on track, by run
 * @param hooks that are told something
 * @param nodes those that may be off
 */
record Overview(
    Instant now,
    String policy,
    List<ClusterView> clusters,
    List<RunSummary> active,
    List<RunSummary> ended,
    int from,
    Map<RunState.Status, Long> statuses,
    Map<String, Accuracy> accuracy,
    Map<String, String> leftAlone,
    Map<String, AlertTables.State> promises,
    List<HookView> hooks,
    List<PowerJournal.Stored> nodes) {

  /**
   * How good predictions were.
   *
   * @param compared attempts that succeeded and for which there was a prediction
   * @param unknown attempts that succeeded without one
   * @param medianError median distance from the measured duration, divided by that
   * @param covered part of the measured durations that were within the predicted interval
   */
  record Accuracy(
      int compared, int unknown, Optional<Double> medianError, Optional<Double> covered) {

    /** By cluster. */
    static Map<String, Accuracy> of(List<Compared> attempts) {
      Map<String, List<Compared>> byCluster = new TreeMap<>();
      attempts.forEach(
          each -> byCluster.computeIfAbsent(each.cluster(), name -> new ArrayList<>()).add(each));
      Map<String, Accuracy> all = new TreeMap<>();
      byCluster.forEach((cluster, list) -> all.put(cluster, one(list)));
      return all;
    }

    private static Accuracy one(List<Compared> attempts) {
      List<Compared> known =
          attempts.stream().filter(each -> each.predicted().isPresent()).toList();
      int unknown = attempts.size() - known.size();
      if (known.isEmpty()) {
        return new Accuracy(0, unknown, Optional.empty(), Optional.empty());
      }
      List<Double> errors = known.stream().flatMap(each -> each.error().stream()).sorted().toList();
      int middle = errors.size() / 2;
      double median =
          errors.size() % 2 == 1
              ? errors.get(middle)
              : (errors.get(middle - 1) + errors.get(middle)) / 2;
      long covered =
          known.stream()
              .filter(
                  each ->
                      each.predicted().get().low() <= each.seconds()
                          && each.seconds() <= each.predicted().get().high())
              .count();
      return new Accuracy(
          known.size(), unknown, Optional.of(median), Optional.of(covered / (double) known.size()));
    }
  }
}
