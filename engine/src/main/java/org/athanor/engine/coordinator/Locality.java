// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

import java.util.List;
import java.util.Optional;

/**
 * Where the input of a job's maps is, and how long a map waits for a Worker near it.
 *
 * @param maps one entry for each map, or none at all if all input is equally near
 * @param waitMillis how long a map waits for a Worker on a host of its input, and then as long
 *     again for one on a rack of its input; 0 or more
 */
public record Locality(List<Input> maps, long waitMillis) {
  /** All input is equally near. */
  public static final Locality NONE = new Locality(List.of(), 0);

  /** The hosts that have a map's input, and their racks; empty if it is nowhere in particular. */
  public record Input(List<String> hosts, List<String> racks) {}

  /** Where a Worker is. */
  public record Place(String host, String rack) {}

  /** How far a Worker is from a map's input. */
  public enum Distance {
    HOST,
    RACK,
    FAR
  }

  /**
   * Returns how far a Worker is from a map's input, as statistics have it: input that is nowhere in
   * particular is far. Empty if nothing is known of the job's input.
   */
  Optional<Distance> known(int map, Place worker) {
    if (maps.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(maps.get(map).hosts().isEmpty() ? Distance.FAR : distance(map, worker));
  }

  /** Returns how far a map's input is; one that is nowhere in particular is near everywhere. */
  Distance distance(int map, Place worker) {
    if (maps.isEmpty()) {
      return Distance.HOST;
    }
    Input input = maps.get(map);
    if (input.hosts().isEmpty() || input.hosts().contains(worker.host())) {
      return Distance.HOST;
    }
    return input.racks().contains(worker.rack()) ? Distance.RACK : Distance.FAR;
  }
}
