// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;
import java.util.Map;
import org.athanor.storage.tier.DeviceType;

/**
 * What a node, or all nodes together, did in each bucket of a {@link Timeline}.
 *
 * @param name such as {@code worker-1}
 * @param nodes 1, or the number of all nodes
 * @param cores of these nodes
 * @param devices of these nodes, by type
 * @param coreSeconds that processors worked, for each bucket
 * @param deviceSeconds that devices worked as if fully used or idle, for each bucket
 * @param receivedBytes from other nodes, for each bucket
 * @param sentBytes to other nodes, for each bucket; an aggregated shuffle is not part of it
 * @param mapSeconds that maps ran, for each bucket: 3 maps that run for 2 s are 6
 * @param reduceSeconds that reduces ran, for each bucket
 * @param joules of the whole run; 0 if no power is given
 */
public record NodeTimeline(
    String name,
    int nodes,
    int cores,
    Map<DeviceType, Integer> devices,
    List<Double> coreSeconds,
    Map<DeviceType, List<Double>> deviceSeconds,
    List<Double> receivedBytes,
    List<Double> sentBytes,
    List<Double> mapSeconds,
    List<Double> reduceSeconds,
    double joules) {

  public NodeTimeline {
    devices = Map.copyOf(devices);
    coreSeconds = List.copyOf(coreSeconds);
    deviceSeconds = Map.copyOf(deviceSeconds);
    receivedBytes = List.copyOf(receivedBytes);
    sentBytes = List.copyOf(sentBytes);
    mapSeconds = List.copyOf(mapSeconds);
    reduceSeconds = List.copyOf(reduceSeconds);
  }
}
