// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.List;
import org.athanor.storage.view.Volume;

/**
 * Where new replicas of a block go.
 *
 * @param volumes for the new replicas, each on another host
 * @param degraded one line for each wish that was not granted
 */
public record PlacementDecision(List<Volume> volumes, List<String> degraded) {

  public PlacementDecision {
    volumes = List.copyOf(volumes);
    degraded = List.copyOf(degraded);
  }
}
