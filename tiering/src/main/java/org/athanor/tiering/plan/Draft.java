// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.Optional;
import java.util.StringJoiner;
import org.athanor.tiering.image.FileRecord;

/** What is decided so far about a file. */
final class Draft {
  private final int number;
  private final FileRecord file;
  private final StoragePolicy before;
  private StoragePolicy policy;
  private int replicas;
  private final StringJoiner reasons = new StringJoiner("; ");

  Draft(int number, FileRecord file, StoragePolicy policy) {
    this.number = number;
    this.file = file;
    this.before = policy;
    this.policy = policy;
    this.replicas = file.replication();
  }

  int number() {
    return number;
  }

  FileRecord file() {
    return file;
  }

  /** The policy that it has, or shall have if that was decided. */
  StoragePolicy policy() {
    return policy;
  }

  void policy(StoragePolicy wanted, String reason) {
    if (policy != wanted) {
      policy = wanted;
      reasons.add(reason);
    }
  }

  void replicas(int wanted, String reason) {
    if (replicas != wanted) {
      replicas = wanted;
      reasons.add(reason);
    }
  }

  /** Moves it to archive storage. A file with fewer replicas than are safe there keeps them. */
  void archive(int most, String reason) {
    if (policy != StoragePolicy.COLD) {
      policy(StoragePolicy.COLD, reason);
      replicas = Math.min(replicas, most);
    }
  }

  /** Moves it from archive storage to disks. */
  void restore(int least, String reason) {
    policy(StoragePolicy.HOT, reason);
    replicas = Math.max(replicas, least);
  }

  /** What is to be done; empty if nothing. */
  Optional<PlanAction> action() {
    if (policy == before && replicas == file.replication()) {
      return Optional.empty();
    }
    return Optional.of(
        new PlanAction(
            file.path(),
            file.id(),
            file.bytes(),
            file.modified(),
            before,
            policy,
            file.replication(),
            replicas,
            file.bytes() * writtenReplicas(),
            reasons.toString()));
  }

  private int writtenReplicas() {
    if ((policy == StoragePolicy.COLD) != (before == StoragePolicy.COLD)) {
      return Math.max(replicas, file.replication()); // fewer only when all are there
    }
    int more = Math.max(0, replicas - file.replication());
    boolean ssdChanges = policy != before;
    // A new replica may be the one on SSD.
    return ssdChanges ? Math.max(1, more) : more;
  }
}
