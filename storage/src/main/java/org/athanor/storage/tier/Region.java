// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.tier;

import java.util.HashSet;
import java.util.List;

/**
 * Racks that one cluster uses, and that shall have replicas of their own (K. Ravindranathan, 2015,
 * section 7.1.4).
 *
 * @param name letters, digits, hyphens and underscores
 * @param locations network locations, one or more, such as {@code /center1} or {@code
 *     /center1/rack1}: a node belongs to the region if its location is one of them or below it
 */
public record Region(String name, List<String> locations) {

  public Region {
    Names.name("region", name);
    locations = List.copyOf(locations);
    if (locations.isEmpty()) {
      throw new IllegalArgumentException(
          "region " + name + " has no locations: must have one or more");
    }
    for (String location : locations) {
      Names.location("location of region " + name, location);
    }
    if (new HashSet<>(locations).size() != locations.size()) {
      throw new IllegalArgumentException(
          "region " + name + " has a location twice: must be different locations");
    }
  }
}
