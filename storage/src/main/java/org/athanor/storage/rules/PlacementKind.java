// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.athanor.storage.placement.HybridPlacement;
import org.athanor.storage.placement.NetworkPlacement;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.RandomPlacement;
import org.athanor.storage.placement.RegionPlacement;
import org.athanor.storage.placement.TierPlacement;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/** The placement policies that rules can name. */
public enum PlacementKind {
  NETWORK,
  TIER,
  HYBRID,
  /** Needs regions. */
  REGION,
  RANDOM;

  /** The name in the text of rules: {@code network}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The policy with an {@link #id()}; empty if there is none. */
  public static Optional<PlacementKind> withId(String id) {
    for (PlacementKind kind : values()) {
      if (kind.id().equals(id)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  PlacementPolicy policy(Tiers tiers, List<Tier> allowed, Regions regions) {
    return switch (this) {
      case NETWORK -> new NetworkPlacement(tiers, allowed);
      case TIER -> new TierPlacement(tiers, allowed);
      case HYBRID -> new HybridPlacement(tiers, allowed);
      case REGION -> new RegionPlacement(regions, tiers, allowed);
      case RANDOM -> new RandomPlacement(tiers, allowed);
    };
  }
}
