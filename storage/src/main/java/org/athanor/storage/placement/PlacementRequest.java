// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.List;
import java.util.Optional;
import org.athanor.storage.check.Checks;
import org.athanor.storage.view.Replica;

/**
 * A block that needs replicas.
 *
 * @param path of its file, absolute
 * @param replication number of replicas that the block shall have, from 1
 * @param blockBytes what a volume must have free for one replica, from 0
 * @param writer who writes the file; empty if that is outside the cluster, or if the block exists
 * @param existing replicas that the block has; empty for a new block
 */
public record PlacementRequest(
    String path,
    int replication,
    long blockBytes,
    Optional<Writer> writer,
    List<Replica> existing) {

  public PlacementRequest {
    Checks.absolute("path", path);
    Checks.atLeast(1, "replication", replication);
    Checks.atLeast(0, "blockBytes", blockBytes);
    existing = List.copyOf(existing);
  }

  /** A new block, written from a node of the cluster. */
  public static PlacementRequest from(Writer writer, String path, int replication, long bytes) {
    return new PlacementRequest(path, replication, bytes, Optional.of(writer), List.of());
  }

  /** A new block, written from outside the cluster. */
  public static PlacementRequest fromOutside(String path, int replication, long bytes) {
    return new PlacementRequest(path, replication, bytes, Optional.empty(), List.of());
  }

  /** A block that has lost replicas, or shall have more. */
  public static PlacementRequest again(
      List<Replica> existing, String path, int replication, long bytes) {
    return new PlacementRequest(path, replication, bytes, Optional.empty(), existing);
  }
}
