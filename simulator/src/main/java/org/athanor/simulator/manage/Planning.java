// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.tier.Tier;

/** Who decides about files. Each tier has devices of one type. */
public sealed interface Planning {
  /** The tier that has all files at the beginning. */
  Tier home();

  /**
   * AptStore's planner.
   *
   * @param rules what it may do
   */
  record AptStore(AptRules rules) implements Planning {
    @Override
    public Tier home() {
      return rules.primary();
    }
  }

  /**
   * Scarlett's planner, for files on one tier.
   *
   * @param home the tier of all files
   * @param cushion δ, from 0
   * @param most replicas of a file, from 3
   * @param budgetBytes for the replicas above three of each file, from 0
   */
  record Scarlett(Tier home, int cushion, int most, long budgetBytes) implements Planning {}

  /**
   * The persistent region of DUX: a copy more, on a fast tier, for the most popular.
   *
   * @param home the tier of all files
   * @param cache the tier of the copies
   * @param capacityBytes what all copies may take together, from 0
   * @param bonus of files that are in the region
   */
  record Region(Tier home, Tier cache, long capacityBytes, Bonus bonus) implements Planning {}
}
