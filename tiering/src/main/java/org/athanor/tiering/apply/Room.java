// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.PlanAction.Change;
import org.athanor.tiering.plan.StoragePolicy;

/** What a batch may still put on the devices of each type: a tenth of their space stays free. */
final class Room {
  private static final int KEPT_FREE = 10; // one in so many

  private final Map<String, TierUse> tiers;
  private final Map<String, Long> left = new HashMap<>();

  Room(Map<String, TierUse> tiers) {
    this.tiers = tiers;
    tiers.forEach(
        (type, use) -> left.put(type, use.remainingBytes() - use.capacityBytes() / KEPT_FREE));
  }

  /**
   * Takes what the replicas of an action need.
   *
   * @return why there is no room, in one line; empty if there is
   */
  Optional<String> take(PlanAction action) {
    if (action.movedBytes() == 0) {
      return Optional.empty(); // such as fewer replicas
    }
    int most = Math.max(action.fromReplicas(), action.toReplicas());
    Need need = need(action, most);
    String type = need.type;
    int replicas = need.replicas;
    Optional<String> few = tooFewNodes(type, replicas);
    if (few.isEmpty() && action.is(Change.MORE_REPLICAS) && action.is(Change.TO_SSD)) {
      few = tooFewNodes("DISK", most - 1);
    }
    if (few.isPresent()) {
      return few;
    }
    long rest = left.get(type) - action.movedBytes();
    if (rest < 0) {
      return Optional.of("devices of type " + type + " are full, but for a tenth");
    }
    left.put(type, rest);
    return Optional.empty();
  }

  private Optional<String> tooFewNodes(String type, int replicas) {
    TierUse use = tiers.get(type);
    int nodes = use == null ? 0 : use.nodes();
    return nodes >= replicas
        ? Optional.empty()
        : Optional.of(
            nodes
                + " nodes have devices of type "
                + type
                + ": "
                + replicas
                + " replicas need as many");
  }

  /** Where most of what is written goes, and how many replicas of a block shall be there. */
  private record Need(String type, int replicas) {}

  private static Need need(PlanAction action, int most) {
    return switch (action.toPolicy()) {
      case ONE_SSD ->
          action.fromPolicy() == StoragePolicy.ALL_SSD || onlyMore(action)
              ? new Need("DISK", most - 1)
              : new Need("SSD", 1);
      case ALL_SSD -> new Need("SSD", most);
      case WARM ->
          action.fromPolicy() == StoragePolicy.COLD
              ? new Need("DISK", 1)
              : new Need("ARCHIVE", most - 1);
      case COLD -> new Need("ARCHIVE", most);
      default -> new Need("DISK", most);
    };
  }

  private static boolean onlyMore(PlanAction action) {
    return action.fromPolicy() == action.toPolicy() && action.is(Change.MORE_REPLICAS);
  }
}
