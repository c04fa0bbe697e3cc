// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.util.List;
import org.athanor.storage.tier.DeviceType;

/**
 * A file as HDFS has it now.
 *
 * @param id of the inode
 * @param bytes length
 * @param modifiedMillis when its content changed last, in milliseconds since 1970
 * @param accessedMillis when it was read last, to the precision that HDFS keeps, an hour by
 *     default; not after the last change if HDFS keeps no such times
 * @param isOpen whether somebody is writing it
 * @param isErasureCoded whether its blocks are erasure coded
 * @param policy name of the storage policy that it has, of its own or from a directory
 * @param replicas the number that it shall have
 * @param blocks the devices of the replicas of each block, without corrupt replicas
 */
public record FileState(
    long id,
    long bytes,
    long modifiedMillis,
    long accessedMillis,
    boolean isOpen,
    boolean isErasureCoded,
    String policy,
    int replicas,
    List<List<DeviceType>> blocks) {

  /** Copies the list. */
  public FileState {
    blocks = List.copyOf(blocks);
  }

  /** The smallest number of replicas of a block; the number that it shall have if it has none. */
  public int fewestReplicas() {
    return blocks.stream().mapToInt(List::size).min().orElse(replicas);
  }
}
