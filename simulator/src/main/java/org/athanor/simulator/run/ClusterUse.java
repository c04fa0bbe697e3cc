// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.simulator.cluster.ResourceUse;
import org.athanor.storage.tier.DeviceType;

/**
 * What a cluster did in a span of time.
 *
 * @param seconds the span
 * @param joules of all nodes, with their devices
 * @param coreSeconds of all processors
 * @param cores number of all
 * @param deviceSeconds by the type of device: how long they worked, as if fully used or idle
 * @param devices number of each type
 * @param networkBytes that nodes received from others: in a shuffle without single copies, no node
 *     sends them
 * @param resources each kind that can be full
 */
public record ClusterUse(
    double seconds,
    double joules,
    double coreSeconds,
    int cores,
    Map<DeviceType, Double> deviceSeconds,
    Map<DeviceType, Integer> devices,
    double networkBytes,
    List<ResourceUse> resources) {

  public ClusterUse {
    resources = List.copyOf(resources);
  }

  /** The part of the processors' time in which they worked, 0 to 1. */
  public double processorUse() {
    return seconds == 0 ? 0 : coreSeconds / (cores * seconds);
  }

  /** The part of the time in which devices of a type worked, 0 to 1; 0 if there are none. */
  public double deviceUse(DeviceType type) {
    double all = devices.getOrDefault(type, 0) * seconds;
    return all == 0 ? 0 : deviceSeconds.get(type) / all;
  }

  /**
   * What a cluster did.
   *
   * @param seconds since the beginning
   * @param joules of each node
   */
  static ClusterUse of(Cluster cluster, double seconds, double[] joules) {
    double coreSeconds = 0;
    double received = 0;
    int cores = 0;
    for (int node = 0; node < cluster.nodes(); node++) {
      cores += cluster.node(node).cores();
      coreSeconds += cluster.coreSeconds(node);
      received += cluster.received(node);
    }
    Map<DeviceType, Double> deviceSeconds = new EnumMap<>(DeviceType.class);
    Map<DeviceType, Integer> devices = new EnumMap<>(DeviceType.class);
    for (int device = 0; device < cluster.devices(); device++) {
      DeviceType type = cluster.device(device).type();
      deviceSeconds.merge(type, cluster.deviceSeconds(device), Double::sum);
      devices.merge(type, 1, Integer::sum);
    }
    double energy = Arrays.stream(joules).sum();
    return new ClusterUse(
        seconds,
        energy,
        coreSeconds,
        cores,
        deviceSeconds,
        devices,
        received,
        cluster.uses(seconds));
  }
}
