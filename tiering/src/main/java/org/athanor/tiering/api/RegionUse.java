// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.util.List;

/**
 * What an HDFS has in a region, on the DataNodes that live.
 *
 * @param name of the region; {@link FileRegions#NONE} for nodes in no region
 * @param locations network locations of the region
 * @param nodes DataNodes
 * @param capacityBytes of their volumes
 * @param usedBytes by HDFS
 * @param remainingBytes for HDFS
 */
public record RegionUse(
    String name,
    List<String> locations,
    int nodes,
    long capacityBytes,
    long usedBytes,
    long remainingBytes) {
  /** Copies the list. */
  public RegionUse {
    locations = List.copyOf(locations);
  }

  RegionUse with(long capacity, long used, long remaining) {
    return new RegionUse(
        name,
        locations,
        nodes + 1,
        capacityBytes + capacity,
        usedBytes + used,
        remainingBytes + remaining);
  }
}
