// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.util.List;
import java.util.Optional;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;

/** Compares a file with what a plan wants and with what it was planned for. */
final class Placement {
  private Placement() {}

  /** Why a file is not the one that the action is for; empty if it is. */
  static Optional<String> change(PlanAction action, FileState file) {
    if (file.isOpen()) {
      return Optional.of("is being written");
    }
    if (file.isErasureCoded()) {
      return Optional.of("is erasure coded");
    }
    if (action.id() >= 0 && action.id() != file.id()) {
      return Optional.of("is another file of this name");
    }
    if (file.bytes() != action.bytes()) {
      return Optional.of("has " + file.bytes() + " bytes, had " + action.bytes());
    }
    // An image has times to the minute or to the millisecond.
    long planned = action.modified().toEpochMilli();
    if (file.modifiedMillis() < planned || file.modifiedMillis() >= planned + tolerance(action)) {
      return Optional.of("was written since");
    }
    if (!isOneOf(file.policy(), action.fromPolicy(), action.toPolicy())) {
      return Optional.of("has storage policy " + file.policy());
    }
    if (file.replicas() != action.fromReplicas() && file.replicas() != action.toReplicas()) {
      return Optional.of("has " + file.replicas() + " replicas");
    }
    return Optional.empty();
  }

  private static long tolerance(PlanAction action) {
    return action.id() >= 0 ? 1 : 60_000;
  }

  private static boolean isOneOf(String name, StoragePolicy one, StoragePolicy other) {
    return name.equals(one.name()) || name.equals(other.name());
  }

  /** What of the wanted state is missing, in words; empty if nothing is. */
  static Optional<String> missing(PlanAction action, FileState file) {
    if (!file.policy().equals(action.toPolicy().name())) {
      return Optional.of("has storage policy " + file.policy());
    }
    if (file.replicas() != action.toReplicas()) {
      return Optional.of("shall have " + file.replicas() + " replicas");
    }
    return misplaced(action.toPolicy(), action.toReplicas(), file);
  }

  /**
   * Which blocks have too few replicas where a policy wants them, in words; empty if none has. More
   * replicas may be anywhere: HDFS keeps those of snapshots, and of nodes that will leave.
   */
  static Optional<String> misplaced(StoragePolicy policy, int replicas, FileState file) {
    int wrong = 0;
    for (List<DeviceType> block : file.blocks()) {
      if (!isPlaced(policy, replicas, block)) {
        wrong++;
      }
    }
    return wrong == 0
        ? Optional.empty()
        : Optional.of(
            wrong + " of " + file.blocks().size() + " blocks are not yet where they should be");
  }

  private static boolean isPlaced(StoragePolicy policy, int replicas, List<DeviceType> block) {
    long ssd = block.stream().filter(type -> type == DeviceType.SSD).count();
    long disk = block.stream().filter(type -> type == DeviceType.DISK).count();
    long archive = block.stream().filter(type -> type == DeviceType.ARCHIVE).count();
    return switch (policy) {
      case ONE_SSD -> ssd >= 1 && (disk >= 1 || replicas < 2) && ssd + disk >= replicas;
      case WARM -> disk >= 1 && (archive >= 1 || replicas < 2) && disk + archive >= replicas;
      case ALL_SSD -> ssd >= replicas;
      case COLD -> archive >= replicas;
      default -> disk >= replicas;
    };
  }
}
