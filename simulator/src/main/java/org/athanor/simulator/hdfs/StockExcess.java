// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.tier.DeviceType;

/**
 * HDFS's own rule for a block with too many replicas: one on a type of device that the file's
 * storage policy does not ask for so often, if there is one; of these, one in a rack that has
 * another; of these, the one whose device has the least free space.
 */
final class StockExcess {
  private StockExcess() {}

  /** The device whose replica goes first. */
  static int choose(BlockRequest request, Space space) {
    int[] existing = request.existing();
    List<Integer> left = ofExcessTypes(request, existing, space.cluster());
    List<Integer> crowded =
        left.stream().filter(one -> sharesItsRack(one, existing, space.cluster())).toList();
    int found = FileSystem.NOWHERE;
    for (int device : crowded.isEmpty() ? left : crowded) {
      if (found == FileSystem.NOWHERE || space.free(device) < space.free(found)) {
        found = device;
      }
    }
    return found;
  }

  /** All, if the file has HDFS's default policy, or each type is asked for as often. */
  private static List<Integer> ofExcessTypes(
      BlockRequest request, int[] existing, Cluster cluster) {
    List<Integer> all = Arrays.stream(existing).boxed().toList();
    if (request.type(0).isEmpty()) {
      return all;
    }
    List<DeviceType> surplus = new ArrayList<>();
    all.forEach(device -> surplus.add(cluster.device(device).type()));
    for (int replica = 0; replica < request.replication(); replica++) {
      request.type(replica).ifPresent(surplus::remove);
    }
    List<Integer> some =
        all.stream().filter(device -> surplus.contains(cluster.device(device).type())).toList();
    return some.isEmpty() ? all : some;
  }

  private static boolean sharesItsRack(int device, int[] existing, Cluster cluster) {
    int rack = cluster.rackOf(cluster.nodeOf(device));
    return Arrays.stream(existing)
        .anyMatch(other -> other != device && cluster.rackOf(cluster.nodeOf(other)) == rack);
  }
}
