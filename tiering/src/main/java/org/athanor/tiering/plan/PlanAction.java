// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.time.Instant;

/**
 * What shall become of a file.
 *
 * @param path absolute
 * @param id of the inode; -1 if the image does not have it
 * @param bytes length
 * @param modified when its content changed last
 * @param fromPolicy the storage policy that it has
 * @param toPolicy the one that it shall have; of its own if it differs
 * @param fromReplicas the number of replicas that it has, from 1
 * @param toReplicas the number that it shall have, from 1
 * @param movedBytes of replicas that are written
 * @param reason one line
 */
public record PlanAction(
    String path,
    long id,
    long bytes,
    Instant modified,
    StoragePolicy fromPolicy,
    StoragePolicy toPolicy,
    int fromReplicas,
    int toReplicas,
    long movedBytes,
    String reason) {

  /** What an action does; a file may get a copy on SSD and more replicas at once. */
  public enum Change {
    TO_SSD("to SSD"),
    OFF_SSD("off SSD"),
    TO_ARCHIVE("to archive"),
    OFF_ARCHIVE("off archive"),
    MORE_REPLICAS("more replicas"),
    FEWER_REPLICAS("fewer replicas");

    private final String text;

    Change(String text) {
      this.text = text;
    }

    /** In words. */
    public String text() {
      return text;
    }
  }

  /** Whether the action is a change of some kind. */
  public boolean is(Change change) {
    return switch (change) {
      case TO_SSD -> ssdCopies(toPolicy) > ssdCopies(fromPolicy);
      case OFF_SSD -> ssdCopies(toPolicy) < ssdCopies(fromPolicy);
      case TO_ARCHIVE -> toPolicy == StoragePolicy.COLD && fromPolicy != StoragePolicy.COLD;
      case OFF_ARCHIVE -> toPolicy != StoragePolicy.COLD && fromPolicy == StoragePolicy.COLD;
      case MORE_REPLICAS -> toReplicas > fromReplicas;
      case FEWER_REPLICAS -> toReplicas < fromReplicas;
    };
  }

  private static int ssdCopies(StoragePolicy policy) {
    return policy == StoragePolicy.ONE_SSD ? 1 : 0;
  }

  /** What the file takes more on SSD after the action, in bytes; below 0 if less. */
  public long ssdGrowth() {
    return bytes * (ssdCopies(toPolicy) - ssdCopies(fromPolicy));
  }

  /** Likewise on archive. */
  public long archiveGrowth() {
    return bytes * (archiveCopies(toPolicy, toReplicas) - archiveCopies(fromPolicy, fromReplicas));
  }

  /** Likewise on disks. */
  public long diskGrowth() {
    return bytes * (toReplicas - fromReplicas) - ssdGrowth() - archiveGrowth();
  }

  private static int archiveCopies(StoragePolicy policy, int replicas) {
    return policy == StoragePolicy.COLD ? replicas : 0;
  }
}
