// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.time.Instant;
import java.util.List;

/**
 * On which tiers of the rules a file shall be, in place of others.
 *
 * @param path absolute
 * @param id of the inode; -1 if the image does not have it
 * @param bytes length
 * @param modified when its content changed last
 * @param replicas the number that it has and keeps, from 2
 * @param from names of the tiers that hold it by the rules in force
 * @param to names of those that shall hold it by the rules of the plan
 * @param reason one line
 */
public record TierChange(
    String path,
    long id,
    long bytes,
    Instant modified,
    int replicas,
    List<String> from,
    List<String> to,
    String reason) {

  /** Copies the lists. */
  public TierChange {
    from = List.copyOf(from);
    to = List.copyOf(to);
  }

  /** Tiers that shall not have a replica any more. */
  public List<String> left() {
    return from.stream().filter(tier -> !to.contains(tier)).toList();
  }

  /** What is written for it: a replica for each tier that it comes to, or that it leaves. */
  public long movedBytes() {
    long come = to.stream().filter(tier -> !from.contains(tier)).count();
    return bytes * Math.max(come, left().size());
  }

  /** The same for those who know storage policies and numbers of replicas: neither changes. */
  public PlanAction action() {
    return new PlanAction(
        path,
        id,
        bytes,
        modified,
        StoragePolicy.HOT,
        StoragePolicy.HOT,
        replicas,
        replicas,
        movedBytes(),
        reason);
  }
}
