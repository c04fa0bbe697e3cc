// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.tier.DeviceType;

/**
 * HDFS's own rule: the first replica on the writer's node, the second in another rack, the third in
 * the second's rack, others anywhere; on the devices of a node in turn, of the types that the
 * file's storage policy says. Takes constant time, while {@link PolicyPlacement} looks at all racks
 * for each block.
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
    int most = had + request.wanted();
    int[] all = Arrays.copyOf(existing, most);
    int count = had;
    while (count < most) {
      Optional<DeviceType> type = request.type(count);
      int device = next(new Search(request, space, type, all, count));
      if (device == FileSystem.NOWHERE && type.isPresent()) {
        device = next(new Search(request, space, Optional.empty(), all, count));
      }
      if (device == FileSystem.NOWHERE) {
        break;
      }
      all[count++] = device;
    }
    return Arrays.copyOfRange(all, had, count);
  }

  /**
   * What is looked for: a device of a type, or of HDFS's default if that is empty, beside the first
   * ones that are taken, which have a replica or get one.
   */
  private static final class Search {
    private final BlockRequest request;
    private final Space space;
    private final Optional<DeviceType> type;
    private final int[] taken;
    private final int count;

    Search(BlockRequest request, Space space, Optional<DeviceType> type, int[] taken, int count) {
      this.request = request;
      this.space = space;
      this.type = type;
      this.taken = taken;
      this.count = count;
    }

    Cluster cluster() {
      return space.cluster();
    }

    int rackOf(int replica) {
      return cluster().rackOf(cluster().nodeOf(taken[replica]));
    }

    /** A device of a node with room and without another replica on the node. */
    int deviceOf(int node) {
      for (int i = 0; i < count; i++) {
        if (cluster().nodeOf(taken[i]) == node) {
          return FileSystem.NOWHERE;
        }
      }
      return space.isGone(node)
          ? FileSystem.NOWHERE
          : space.deviceWithRoom(node, request.bytes(), type);
    }
  }

  private int next(Search search) {
    int count = search.count;
    if (count == 0) {
      int writer = search.request.writer();
      if (writer != BlockRequest.OUTSIDE) {
        int device = search.deviceOf(writer);
        if (device != FileSystem.NOWHERE) {
          return device;
        }
      }
      return anywhere(search);
    }
    int first = search.rackOf(0);
    if (search.cluster().racks() == 1 || count > 2) {
      return anywhere(search);
    }
    int second = count == 1 ? first : search.rackOf(1);
    int device = second == first ? inOtherRack(first, search) : inRack(second, search);
    return device == FileSystem.NOWHERE ? anywhere(search) : device;
  }

  private int inRack(int rack, Search search) {
    Cluster cluster = search.cluster();
    return among(cluster.firstNode(rack), cluster.firstNode(rack + 1), search);
  }

  private int inOtherRack(int rack, Search search) {
    Cluster cluster = search.cluster();
    int inRack = cluster.firstNode(rack + 1) - cluster.firstNode(rack);
    int others = cluster.nodes() - inRack;
    int last = 0;
    for (int draw = 0; draw < DRAWS; draw++) {
      last = random.nextInt(others);
      int device = search.deviceOf(other(last, rack, cluster));
      if (device != FileSystem.NOWHERE) {
        return device;
      }
    }
    for (int i = 1; i < others; i++) {
      int device = search.deviceOf(other((last + i) % others, rack, cluster));
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

  private int anywhere(Search search) {
    return among(0, search.cluster().nodes(), search);
  }

  /** Draws some nodes, and then looks at all of them from a random one on. */
  private int among(int from, int to, Search search) {
    int length = to - from;
    for (int draw = 0; draw < DRAWS; draw++) {
      int device = search.deviceOf(from + random.nextInt(length));
      if (device != FileSystem.NOWHERE) {
        return device;
      }
    }
    int start = random.nextInt(length);
    for (int i = 0; i < length; i++) {
      int device = search.deviceOf(from + (start + i) % length);
      if (device != FileSystem.NOWHERE) {
        return device;
      }
    }
    return FileSystem.NOWHERE;
  }
}
