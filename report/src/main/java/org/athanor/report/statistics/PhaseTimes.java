// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.results.Phase;
import org.athanor.results.TrialResult;

/**
 * How long a phase of a group's trials took. If several phases of a trial have the same name, such
 * as those of several jobs, it is the time in which one of them ran.
 *
 * @param phase the phase's name
 * @param seconds one value for each counted trial that has the phase
 */
public record PhaseTimes(String phase, Sample seconds) {

  /** The phases of a group, in the order in which they begin in the first trial that has them. */
  public static List<PhaseTimes> of(Group group) {
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (TrialResult trial : group.counted()) {
      lengths(trial.phases())
          .forEach(
              (phase, length) ->
                  seconds.computeIfAbsent(phase, unused -> new ArrayList<>()).add(length));
    }
    return seconds.entrySet().stream()
        .map(
            entry ->
                new PhaseTimes(
                    entry.getKey(),
                    Sample.of(
                        entry.getValue().stream().mapToDouble(Double::doubleValue).toArray())))
        .toList();
  }

  /** For each name, the length of the union of its intervals. */
  private static Map<String, Double> lengths(List<Phase> phases) {
    Map<String, Double> lengths = new LinkedHashMap<>();
    Map<String, Double> ends = new LinkedHashMap<>();
    phases.stream()
        .sorted(Comparator.comparingDouble(Phase::startSeconds))
        .forEach(
            phase -> {
              double from =
                  Math.max(
                      phase.startSeconds(),
                      ends.getOrDefault(phase.name(), Double.NEGATIVE_INFINITY));
              lengths.merge(phase.name(), Math.max(0, phase.endSeconds() - from), Double::sum);
              ends.merge(phase.name(), phase.endSeconds(), Math::max);
            });
    return lengths;
  }
}
