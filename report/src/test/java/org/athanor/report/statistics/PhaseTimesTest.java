// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.athanor.results.Phase;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.junit.jupiter.api.Test;

class PhaseTimesTest {

  private static TrialResult trial(int repetition, Phase... phases) {
    return Trials.trial("spark", "grep", 1, repetition, 20).toBuilder()
        .phases(List.of(phases))
        .build();
  }

  /** map runs from 0 to 6 and from 8 to 9: 7 s; its second interval is inside of the first. */
  @Test
  void phasesOfOneNameCountOnce() {
    List<TrialResult> trials = new ArrayList<>();
    trials.add(
        trial(
            1,
            new Phase("reduce", 5, 9),
            new Phase("map", 8, 9),
            new Phase("map", 0, 6),
            new Phase("map", 1, 2)));
    trials.add(trial(2, new Phase("map", 0, 5)));

    List<PhaseTimes> phases = PhaseTimes.of(Summary.of(Trials.study(trials)).groups().get(0));

    assertThat(phases).extracting(PhaseTimes::phase).containsExactly("map", "reduce");
    assertThat(phases.get(0).seconds().values()).containsExactly(7, 5);
    assertThat(phases.get(1).seconds().values()).containsExactly(4);
  }
}
