// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;

/**
 * HDFS's own rule: the first replica on the writer's node, the second in another rack, the third in
 * the second's rack, others anywhere; on the devices of a node in turn. Takes constant time, while
 * {@link PolicyPlacement} looks at all racks for each block.
 */
public final class StockPlacement implements BlockPlacement {
  private static final int DRAWS = 20;

  private final RandomGenerator random;

  public StockPlacement(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public int[] place(BlockRequest request, Space space) {
    int[] existing = request.existing();
    int had = existing.length;
    int[] all = Arrays.copyOf(existing, Math.max(had, request.replication()));
    int count = had;
    while (count < request.replication()) {
      int device = next(request, space, all, count);
      if (device == FileSystem.NOWHERE) {
        break;
      }
      all[count++] = device;
    }
    return Arrays.copyOfRange(all, had, Math.max(had, count));
  }

  private int next(BlockRequest request, Space space, int[] taken, int count) {
    Cluster cluster = space.cluster();
    if (count == 0) {
      if (request.writer() != BlockRequest.OUTSIDE && !space.isGone(request.writer())) {
        int device = space.deviceWithRoom(request.writer(), request.bytes());
        if (device != FileSystem.NOWHERE) {
          return device;
        }
      }
      return anywhere(request, space, taken, count);
    }
    int first = cluster.rackOf(cluster.nodeOf(taken[0]));
    if (cluster.racks() == 1 || count > 2) {
      return anywhere(request, space, taken, count);
    }
    int second = count == 1 ? first : cluster.rackOf(cluster.nodeOf(taken[1]));
    int device =
        second == first
            ? inOtherRack(first, request, space, taken, count)
            : inRack(second, request, space, taken, count);
    return device == FileSystem.NOWHERE ? anywhere(request, space, taken, count) : device;
  }

  private int inRack(int rack, BlockRequest request, Space space, int[] taken, int count) {
    Cluster cluster = space.cluster();
    return among(
        cluster.firstNode(rack), cluster.firstNode(rack + 1), request, space, taken, count);
  }

  private int inOtherRack(int rack, BlockRequest request, Space space, int[] taken, int count) {
    Cluster cluster = space.cluster();
    int inRack = cluster.firstNode(rack + 1) - cluster.firstNode(rack);
    int others = cluster.nodes() - inRack;
    int last = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      last = random.nextInt(others);
      int device = deviceOf(other(last, rack, cluster), request, space, taken, count);
      if (device != FileSystem.NOWHERE) {
        return device;
      }
    }
    for (int i = 1; i < others; i++) {
      int node = other((last + i) % others, rack, cluster);
      int device = deviceOf(node, request, space, taken, count);
      if (device != FileSystem.NOWHERE) {
        return device;
      }
    }
    return FileSystem.NOWHERE;
  }

  /** A node of another rack than this one, by its number among all such. */
  private static int other(int number, int rack, Cluster cluster) {
    int first = cluster.firstNode(rack);
    return number < first ? number : number + cluster.firstNode(rack + 1) - first;
  }

  private int anywhere(BlockRequest request, Space space, int[] taken, int count) {
    return among(0, space.cluster().nodes(), request, space, taken, count);
  }

  /** Draws some nodes, and then looks at all of them from a random one on. */
  private int among(int from, int to, BlockRequest request, Space space, int[] taken, int count) {
    int length = to - from;
    for (int draw = 0; draw < DRAWS; draw++) {
      int device = deviceOf(from + random.nextInt(length), request, space, taken, count);
      if (device != FileSystem.NOWHERE) {
        return device;
      }
    }
    int start = random.nextInt(length);
    for (int i = 0; i < length; i++) {
      int device = deviceOf(from + (start + i) % length, request, space, taken, count);
      if (device != FileSystem.NOWHERE) {
        return device;
      }
    }
    return FileSystem.NOWHERE;
  }

  private static int deviceOf(int node, BlockRequest request, Space space, int[] taken, int count) {
    for (int i = 0; i < count; i++) {
      if (space.cluster().nodeOf(taken[i]) == node) {
        return FileSystem.NOWHERE;
      }
    }
    return space.isGone(node) ? FileSystem.NOWHERE : space.deviceWithRoom(node, request.bytes());
  }
}
