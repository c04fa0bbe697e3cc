// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.Replica;

/**
 * Searches for the replicas that take most rules, by trying all ways; of equal ones the first, so
 * that early rules and early replicas go first. Rules depend on each other, so that no simpler way
 * is exact. The search ends after {@link #MAX_STEPS} steps with the best way so far, which only
 * blocks with very many replicas reach.
 */
final class Matching {
  private static final int MAX_STEPS = 20_000;

  private final List<ReplicaRule> rules;
  private final List<Replica> replicas;
  private final Layout layout;

  /** The replica of each rule, by its index; -1 is none. */
  private final int[] current;

  private final boolean[] used;
  private int[] best;
  private int bestTaken = -1;
  private int steps;

  Matching(List<ReplicaRule> rules, List<Replica> replicas, Tiers tiers, Regions regions) {
    this.rules = rules;
    this.replicas = replicas;
    this.layout = new Layout(rules.size(), tiers, regions, Optional.empty());
    this.current = new int[rules.size()];
    this.used = new boolean[replicas.size()];
  }

  Fulfilment best() {
    search(0, 0);
    List<Optional<Replica>> byRule = new ArrayList<>();
    List<Replica> others = new ArrayList<>();
    Set<Integer> taken = new HashSet<>();
    for (int index : best) {
      byRule.add(index < 0 ? Optional.empty() : Optional.of(replicas.get(index)));
      taken.add(index);
    }
    for (int i = 0; i < replicas.size(); i++) {
      if (!taken.contains(i)) {
        others.add(replicas.get(i));
      }
    }
    return new Fulfilment(byRule, missing(byRule, others.isEmpty()), others);
  }

  private List<Integer> missing(List<Optional<Replica>> byRule, boolean enoughForAll) {
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < byRule.size(); i++) {
      if (byRule.get(i).isEmpty()) {
        missing.add(i);
      }
    }
    if (!enoughForAll) {
      missing.sort(Comparator.comparing(rule -> !protects(rules.get(rule))));
    }
    return missing;
  }

  private static boolean protects(ReplicaRule rule) {
    Place first = rule.places().get(0);
    return first instanceof Place.OtherRackThan || first instanceof Place.InRegion;
  }

  private void search(int rule, int taken) {
    if (taken > bestTaken) {
      bestTaken = taken;
      best = current.clone();
      Arrays.fill(best, rule, best.length, -1);
    }
    int possible = taken + Math.min(rules.size() - rule, replicas.size() - taken);
    if (possible <= bestTaken || steps++ >= MAX_STEPS) {
      return;
    }
    Set<Kind> tried = new HashSet<>();
    for (int i = 0; i < replicas.size(); i++) {
      Replica replica = replicas.get(i);
      if (!used[i] && tried.add(kind(replica)) && layout.fulfils(replica, rules.get(rule))) {
        used[i] = true;
        current[rule] = i;
        layout.take(rule, replica);
        search(rule + 1, taken + 1);
        layout.undo(rule);
        used[i] = false;
      }
    }
    current[rule] = -1;
    search(rule + 1, taken);
  }

  private Kind kind(Replica replica) {
    return new Kind(replica.node().location(), layout.tierOf(replica));
  }

  /** Rules cannot tell replicas of the same rack and tier apart. */
  private record Kind(String rack, Optional<Tier> tier) {}
}
