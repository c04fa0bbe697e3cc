// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/** The tiers that a policy may use, and which of them a file gets. */
final class AllowedTiers {
  private final Tiers tiers;

  private final List<Tier> fastestFirst;

  AllowedTiers(Tiers tiers, List<Tier> allowed) {
    if (allowed.isEmpty()) {
      throw new IllegalArgumentException("a policy without tiers: must have one or more");
    }
    if (new HashSet<>(allowed).size() != allowed.size()) {
      throw new IllegalArgumentException("a policy has a tier twice: must be different tiers");
    }
    this.tiers = tiers;
    this.fastestFirst = fastestFirst(allowed);
  }

  /** All of them, the fastest first. */
  List<Tier> all() {
    return fastestFirst;
  }

  /**
   * The tiers of a file, at most three: the fastest, the slowest, and one between them by the
   * chance of the path; the first of these if it has fewer replicas (section 4.1.3.2).
   */
  List<Tier> ofFile(PlacementRequest request) {
    List<Tier> chosen = new ArrayList<>();
    chosen.add(fastestFirst.get(0));
    int last = fastestFirst.size() - 1;
    if (last > 0) {
      chosen.add(fastestFirst.get(last));
    }
    if (last > 1) {
      int between = PathChance.below(last - 1, request.path(), "tier");
      chosen.add(fastestFirst.get(1 + between));
    }
    return List.copyOf(chosen.subList(0, Math.min(chosen.size(), request.replication())));
  }

  /** The fastest of these first. */
  List<Tier> fastestFirst(List<Tier> some) {
    return some.stream().sorted(Comparator.comparingInt(tiers::rank)).toList();
  }

  /** The slowest of these first: fast tiers are small. */
  List<Tier> slowestFirst(List<Tier> some) {
    return some.stream().sorted(Comparator.<Tier>comparingInt(tiers::rank).reversed()).toList();
  }
}
