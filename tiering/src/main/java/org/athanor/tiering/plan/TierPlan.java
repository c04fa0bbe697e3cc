// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.storage.rules.StorageRules;

/**
 * What shall become of a tier of the rules.
 *
 * @param budget what may be put there
 * @param freeBytes of the budget that are left for files that may get a copy; the others are taken
 *     by files that the rules hold there, or that must stay
 * @param usedBytes what files' copies there take then
 * @param changes by path
 * @param rules that the NameNode shall have then; those in force if nothing changes
 * @param leftAlone number of files that the rules hold and the plan does not touch, by reason
 * @param refused number of wishes that could not be granted
 */
public record TierPlan(
    TierBudget budget,
    long freeBytes,
    long usedBytes,
    List<TierChange> changes,
    StorageRules rules,
    Map<String, Integer> leftAlone,
    int refused) {

  /** Copies the list and the map. */
  public TierPlan {
    changes = List.copyOf(changes);
    leftAlone = Collections.unmodifiableMap(new TreeMap<>(leftAlone));
  }

  /** Bytes of the replicas that all changes write. */
  public long movedBytes() {
    return changes.stream().mapToLong(TierChange::movedBytes).sum();
  }

  /** By how much the tier gets fuller, in bytes; negative if it gets emptier. */
  public long growth() {
    String name = budget.tier().name();
    return changes.stream()
        .mapToLong(
            change ->
                (change.to().contains(name) ? change.bytes() : 0)
                    - (change.from().contains(name) ? change.bytes() : 0))
        .sum();
  }

  /** Whether the NameNode needs other rules. */
  public boolean changesRules() {
    return !rules.equals(budget.rules());
  }
}
