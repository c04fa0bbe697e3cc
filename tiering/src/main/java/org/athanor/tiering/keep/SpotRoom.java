// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.api.RegionUse;
import org.athanor.tiering.apply.TierUse;

/** What may still be put on tiers and in regions: a tenth of their space stays free. */
final class SpotRoom {
  private static final int KEPT_FREE = 10; // one in so many

  private final Map<Spot, Long> left = new HashMap<>();
  private int nodes;

  SpotRoom(StorageRules rules, Map<String, TierUse> types, List<RegionUse> regions) {
    for (Tier tier : rules.tiers().all()) {
      for (DeviceType device : tier.devices()) {
        TierUse use = types.get(device.name());
        if (use != null && use.volumes() > 0) {
          add(Spot.tier(tier.name()), use.remainingBytes(), use.capacityBytes());
        }
      }
    }
    for (RegionUse region : regions) {
      nodes += region.nodes();
      if (region.nodes() > 0) {
        add(Spot.region(region.name()), region.remainingBytes(), region.capacityBytes());
      }
    }
  }

  private void add(Spot spot, long remaining, long capacity) {
    left.merge(spot, remaining - capacity / KEPT_FREE, Long::sum);
  }

  /**
   * Takes room for a replica of each block of a file.
   *
   * @param replicas that a block has for a while
   * @return why there is none, in words; empty if there is
   */
  Optional<String> take(Collection<Spot> spots, long bytes, int replicas) {
    if (replicas > nodes) {
      return Optional.of("has as many replicas as there are nodes");
    }
    for (Spot spot : spots) {
      Long rest = left.get(spot);
      if (rest == null) {
        return Optional.of("no node that lives is in " + spot);
      }
      if (rest < bytes) {
        return Optional.of(spot + " is full, but for a tenth");
      }
    }
    spots.forEach(spot -> left.merge(spot, -bytes, Long::sum));
    return Optional.empty();
  }
}
