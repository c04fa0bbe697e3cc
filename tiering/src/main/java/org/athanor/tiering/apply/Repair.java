// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.time.Instant;
import java.util.Optional;
import org.athanor.tiering.plan.PlanAction;
import org.athanor.tiering.plan.StoragePolicy;

/**
 * Finds files whose replicas are not all where their policy wants them: the whole-file invariant of
 * hatS (K. Ravindranathan, 2015, section 4.1.3), that a tier which holds a file holds all of its
 * blocks. A failed or full volume, or an interrupted move, breaks it.
 */
public final class Repair {
  private static final int LEAST_REPLICAS = 2;

  private Repair() {}

  /**
   * The action that brings a file's replicas to where its policy wants them; empty if they are
   * there, or it is not the time: HDFS has too few replicas and makes them first, or somebody
   * writes.
   */
  public static Optional<PlanAction> of(String path, FileState file) {
    Optional<StoragePolicy> policy = planned(file.policy());
    if (policy.isEmpty()
        || file.isOpen()
        || file.isErasureCoded()
        || file.replicas() < LEAST_REPLICAS
        || file.fewestReplicas() < file.replicas()) {
      return Optional.empty();
    }
    PlanAction stay =
        new PlanAction(
            path,
            file.id(),
            file.bytes(),
            Instant.ofEpochMilli(file.modifiedMillis()),
            policy.get(),
            policy.get(),
            file.replicas(),
            file.replicas(),
            file.bytes(),
            "replicas are not where " + policy.get() + " wants them");
    return Placement.missing(stay, file).isPresent() ? Optional.of(stay) : Optional.empty();
  }

  private static Optional<StoragePolicy> planned(String name) {
    for (StoragePolicy policy : StoragePolicy.values()) {
      if (policy.isPlanned() && policy.name().equals(name)) {
        return Optional.of(policy);
      }
    }
    return Optional.empty();
  }
}
