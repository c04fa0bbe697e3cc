// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import java.util.List;

/**
 * Accesses in rounds, of which each begins when the one before has ended.
 *
 * @param rounds one or more
 */
public record AccessPlan(List<Round> rounds) {

  /**
   * Accesses whose times count from the begin of the round.
   *
   * @param pauseSeconds before it begins, from 0
   * @param accesses one or more
   */
  public record Round(double pauseSeconds, List<Access> accesses) {
    public Round {
      accesses = List.copyOf(accesses);
      if (!(pauseSeconds >= 0) || Double.isInfinite(pauseSeconds) || accesses.isEmpty()) {
        throw new IllegalArgumentException(
            "a round of "
                + accesses.size()
                + " accesses after a pause of "
                + pauseSeconds
                + " s: must have one or more, and a finite pause from 0");
      }
    }
  }

  public AccessPlan {
    rounds = List.copyOf(rounds);
  }

  /** Number of accesses of all rounds. */
  public int accesses() {
    return rounds.stream().mapToInt(round -> round.accesses().size()).sum();
  }
}
