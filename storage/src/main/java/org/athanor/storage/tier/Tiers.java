// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.tier;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The tiers of a cluster, from the fastest to the slowest. Immutable. */
public final class Tiers {
  private final List<Tier> all;
  private final Map<String, Integer> rankByName = new HashMap<>();

  /**
   * Orders tiers by their position.
   *
   * @param fastestFirst one or more tiers with different names; a device type with a node label
   *     belongs to at most one of them
   * @throws IllegalArgumentException if there is none, or two have the same name or devices
   */
  public Tiers(List<Tier> fastestFirst) {
    all = List.copyOf(fastestFirst);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("no tiers: must be one or more");
    }
    for (Tier tier : all) {
      if (rankByName.putIfAbsent(tier.name(), rankByName.size()) != null) {
        throw new IllegalArgumentException("two tiers have the name " + tier.name());
      }
    }
    for (Tier tier : all) {
      for (Tier slower : all.subList(rank(tier) + 1, all.size())) {
        checkDistinct(tier, slower);
      }
    }
  }

  private static void checkDistinct(Tier one, Tier other) {
    if (!one.nodeLabel().equals(other.nodeLabel())) {
      return;
    }
    for (DeviceType device : one.devices()) {
      if (other.devices().contains(device)) {
        throw new IllegalArgumentException(
            "tiers "
                + one.name()
                + " and "
                + other.name()
                + " both have "
                + device
                + (one.nodeLabel().isEmpty()
                    ? " of any node"
                    : " of nodes with the label " + one.nodeLabel())
                + ": must be one of them");
      }
    }
  }

  /** All tiers, the fastest first. */
  public List<Tier> all() {
    return all;
  }

  /** Number of tiers, from 1. */
  public int size() {
    return all.size();
  }

  /**
   * The tier of a device; empty if it belongs to none. A tier for the node's label goes before one
   * for any node.
   *
   * @param nodeLabel the label of the device's node; empty if it has none
   */
  public Optional<Tier> of(DeviceType device, String nodeLabel) {
    Optional<Tier> labelled = withLabel(device, nodeLabel);
    return labelled.isPresent() ? labelled : withLabel(device, "");
  }

  private Optional<Tier> withLabel(DeviceType device, String label) {
    for (Tier tier : all) {
      if (tier.nodeLabel().equals(label) && tier.devices().contains(device)) {
        return Optional.of(tier);
      }
    }
    return Optional.empty();
  }

  /**
   * The position of a tier: 0 is the fastest.
   *
   * @throws IllegalArgumentException if it is none of these tiers
   */
  public int rank(Tier tier) {
    Integer rank = rankByName.get(tier.name());
    if (rank == null || !all.get(rank).equals(tier)) {
      throw new IllegalArgumentException(
          "tier "
              + tier.name()
              + " is none of the tiers "
              + String.join(", ", all.stream().map(Tier::name).toList()));
    }
    return rank;
  }

  /** The tier with a name; empty if there is none. */
  public Optional<Tier> named(String name) {
    return Optional.ofNullable(rankByName.get(name)).map(all::get);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tiers tiers && all.equals(tiers.all);
  }

  @Override
  public int hashCode() {
    return all.hashCode();
  }

  @Override
  public String toString() {
    return all.toString();
  }
}
