// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.List;

/**
 * What should become of the copies in a cache.
 *
 * @param keep files that are there and stay, the most popular first
 * @param load files that get a copy, the most popular first
 * @param evict files whose copy is removed, the least popular first
 * @param usedBytes of the copies that are kept or loaded
 * @param degraded one line for each wish that could not be granted
 */
public record RegionPlan(
    List<Candidate> keep,
    List<Candidate> load,
    List<Candidate> evict,
    long usedBytes,
    List<String> degraded) {
  public RegionPlan {
    keep = List.copyOf(keep);
    load = List.copyOf(load);
    evict = List.copyOf(evict);
    degraded = List.copyOf(degraded);
  }
}
