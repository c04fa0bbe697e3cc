// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.List;
import java.util.Optional;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.Replica;

/**
 * Which rules the replicas of a block fulfil. Each replica takes at most one rule, and as many
 * rules as possible are taken. A replica takes a rule if it is on a tier that the rule wants and in
 * the rack or region that it wants for the safety of data. Being near the writer, or near another
 * replica, has a value only when the block is written, so it is not asked for.
 *
 * @param byRule for each rule the replica that takes it; empty if none does
 * @param missing the rules that no replica takes, from 0, in the order in which new replicas shall
 *     take them: that of the rules; but if replicas take no rule, so that not each rule can get
 *     one, the rules that protect data go first. What is left then can only be had by moving
 *     replicas
 * @param others the replicas that take no rule
 */
public record Fulfilment(
    List<Optional<Replica>> byRule, List<Integer> missing, List<Replica> others) {

  public Fulfilment {
    byRule = List.copyOf(byRule);
    missing = List.copyOf(missing);
    others = List.copyOf(others);
  }

  /** Compares the replicas of a block with the rules for it. */
  public static Fulfilment of(
      List<ReplicaRule> rules, List<Replica> replicas, Tiers tiers, Regions regions) {
    return new Matching(rules, replicas, tiers, regions).best();
  }
}
