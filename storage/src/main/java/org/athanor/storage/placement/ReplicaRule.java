// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.List;
import org.athanor.storage.tier.Tier;

/**
 * What one replica of a block shall be like. A rule is a wish: {@link NodeChooser} says in which
 * order it gives up parts of it.
 *
 * @param places one or more, in order of preference
 * @param tiers one or more different ones; their order counts as {@code use} says
 * @param use how to choose among the tiers
 */
public record ReplicaRule(List<Place> places, List<Tier> tiers, TierUse use) {

  public ReplicaRule {
    places = List.copyOf(places);
    tiers = List.copyOf(tiers);
    if (places.isEmpty()) {
      throw new IllegalArgumentException("a rule without places: must have one or more");
    }
    if (tiers.isEmpty()) {
      throw new IllegalArgumentException("a rule without tiers: must have one or more");
    }
    for (int i = 1; i < tiers.size(); i++) { // not by a set: a tier's hash code costs more
      if (tiers.subList(0, i).contains(tiers.get(i))) {
        throw new IllegalArgumentException("a rule has a tier twice: must be different tiers");
      }
    }
  }
}
