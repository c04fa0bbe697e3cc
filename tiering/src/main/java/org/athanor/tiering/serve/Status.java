// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.time.Instant;
import java.util.List;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.region.RegionSnapshot;

/**
 * What a daemon shows.
 *
 * @param cluster address of the HDFS
 * @param started when the daemon was started
 * @param isDryRun whether it only decides
 * @param settings budgets, predictor, period
 * @param tiers space by storage type, as it was when somebody looked last
 * @param region DUX's temporary region
 * @param activity what it does and has done
 */
public record Status(
    String cluster,
    Instant started,
    boolean isDryRun,
    PlanSettings settings,
    List<TierUse> tiers,
    RegionSnapshot region,
    Activity.Snapshot activity) {
  /** Copies the list. */
  public Status {
    tiers = List.copyOf(tiers);
  }
}
