// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.util.Optional;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Replication;
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

  /**
   * The daemon {@code athanor storage serve}: files that are not used go to archive storage, then
   * popular ones get more replicas, then the most popular one of their replicas on SSD. At least
   * one of the three is there.
   *
   * @param home the tier of all files
   * @param archive where unused files go
   * @param extraBytes what replicas beyond the usual number may take, from 0
   * @param ssd where one replica of popular files goes
   * @param replication bounds of the number of replicas
   */
  record Serve(
      Tier home,
      Optional<Archive> archive,
      Optional<Long> extraBytes,
      Optional<Ssd> ssd,
      Replication replication)
      implements Planning {
    public Serve {
      if (archive.isEmpty() && extraBytes.isEmpty() && ssd.isEmpty()) {
        throw new IllegalArgumentException("nothing to decide: must be one of the three or more");
      }
    }
  }

  /**
   * Archive storage.
   *
   * @param afterSeconds that files were not used, above 0
   */
  record Archive(Tier tier, double afterSeconds) {}

  /**
   * SSDs.
   *
   * @param capacityBytes what all copies may take together, from 0
   */
  record Ssd(Tier tier, long capacityBytes) {}
}
