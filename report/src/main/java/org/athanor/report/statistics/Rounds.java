// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.results.TrialResult;

/**
 * The rounds of an experiment as blocks. In a round each framework runs once, one soon after the
 * other. So conditions that change slowly (temperature, the load of a shared host, the fill of a
 * disk) are the same for both times of a round and cancel out in their quotient.
 */
final class Rounds {

  private Rounds() {}

  /**
   * For each round in which both trials count, in order: the time of the baseline divided by that
   * of the other.
   *
   * @return an empty list if the repetitions were not measured in rounds, that is if one framework
   *     began a later repetition before the other began an earlier one
   */
  static List<Double> quotients(Group baseline, Group other) {
    Map<Integer, TrialResult> baselineTrials = byRound(baseline);
    Map<Integer, TrialResult> otherTrials = byRound(other);
    baselineTrials.keySet().retainAll(otherTrials.keySet());
    List<Double> quotients = new ArrayList<>();
    Instant latest = Instant.MIN;
    for (Map.Entry<Integer, TrialResult> entry : baselineTrials.entrySet()) {
      TrialResult slow = entry.getValue();
      TrialResult fast = otherTrials.get(entry.getKey());
      boolean ordered = slow.started().isBefore(fast.started());
      Instant first = ordered ? slow.started() : fast.started();
      if (!quotients.isEmpty() && !first.isAfter(latest)) {
        return List.of();
      }
      latest = ordered ? fast.started() : slow.started();
      quotients.add(slow.wallSeconds() / fast.wallSeconds());
    }
    return quotients;
  }

  private static Map<Integer, TrialResult> byRound(Group group) {
    Map<Integer, TrialResult> trials = new TreeMap<>();
    group.counted().forEach(trial -> trials.put(trial.key().repetition(), trial));
    return trials;
  }
}
