// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import java.util.stream.IntStream;
import org.athanor.simulator.kernel.FlowNetwork;

/**
 * How much the resources of a kind were used in a span of time, and how long they were what others
 * waited for; both over all resources of the kind.
 *
 * @param kind {@code processors}, a type of device such as {@code ssd}, {@code links} of nodes,
 *     {@code uplinks} of racks, or {@code core}, the switch between racks
 * @param use the part of what they can do that was used, 0 to 1
 * @param saturation the part of the time in which several flows wanted more of one than it has, 0
 *     to 1; the mean of all
 */
public record ResourceUse(String kind, double use, double saturation) {

  static ResourceUse of(String kind, FlowNetwork network, double seconds, int... resources) {
    if (seconds == 0) {
      return new ResourceUse(kind, 0, 0);
    }
    double units = IntStream.of(resources).mapToDouble(network::capacityAlone).sum();
    double served = IntStream.of(resources).mapToDouble(network::served).sum();
    double contended = IntStream.of(resources).mapToDouble(network::contendedSeconds).sum();
    // Work after the last job's end, such as copies of replicas, is part of neither.
    return new ResourceUse(
        kind,
        Math.min(1, served / (units * seconds)),
        Math.min(1, contended / (resources.length * seconds)));
  }

  /** The larger values of two directions of the same links. */
  ResourceUse or(ResourceUse other) {
    return new ResourceUse(kind, Math.max(use, other.use), Math.max(saturation, other.saturation));
  }
}
