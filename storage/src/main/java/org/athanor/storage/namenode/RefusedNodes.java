// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.net.Node;

/**
 * Nodes that HDFS has refused for a block a moment ago: for want of space on a storage type, for
 * their load, or because they are stale or out of service. They are not looked at again for a
 * second. Otherwise each block would cost a search of all nodes of a full tier, which takes HDFS
 * time with the square of their number, and writes a line to its log.
 *
 * <p>The price: a node that gets room is used by rules up to a second later. HDFS's own search,
 * which follows if rules find no node at all, looks at each node.
 *
 * <p>Thread-safe, without a lock. Memory: one entry for each node and storage type.
 */
final class RefusedNodes {
  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier nanoTime;
  private final Map<StorageType, Map<DatanodeDescriptor, Refusal>> byType =
      new EnumMap<>(StorageType.class);

  /**
   * A refusal, which holds also for a larger block, and for one that may be placed on fewer nodes.
   *
   * @param avoidedStale whether the node may have been refused because it was stale
   */
  private record Refusal(long atNanos, long blockBytes, boolean avoidedStale) {
    boolean holdsFor(long bytes, boolean avoidStale) {
      return bytes >= blockBytes && (avoidStale || !avoidedStale);
    }
  }

  RefusedNodes(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    for (StorageType type : StorageType.values()) {
      byType.put(type, new ConcurrentHashMap<>());
    }
  }

  /** A node was refused, but not for the other replicas of the block. */
  void add(DatanodeDescriptor node, StorageType type, long blockBytes, boolean avoidStale) {
    byType.get(type).put(node, new Refusal(nanoTime.getAsLong(), blockBytes, avoidStale));
  }

  /**
   * Adds the nodes in a part of the network that would be refused again.
   *
   * @param scope as in {@link TargetSearch.Targets#choose}
   * @return whether there are some
   */
  boolean addTo(
      Set<Node> excluded, String scope, StorageType type, long blockBytes, boolean avoidStale) {
    Map<DatanodeDescriptor, Refusal> refusals = byType.get(type);
    if (refusals.isEmpty()) {
      return false;
    }
    long now = nanoTime.getAsLong();
    boolean some = false;
    for (Iterator<Map.Entry<DatanodeDescriptor, Refusal>> i = refusals.entrySet().iterator();
        i.hasNext(); ) {
      Map.Entry<DatanodeDescriptor, Refusal> entry = i.next();
      Refusal refusal = entry.getValue();
      if (now - refusal.atNanos >= PAUSE_NANOS) {
        i.remove();
      } else if (refusal.holdsFor(blockBytes, avoidStale)
          && NetworkScope.contains(scope, entry.getKey().getNetworkLocation())) {
        excluded.add(entry.getKey());
        some = true;
      }
    }
    return some;
  }
}
