// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.athanor.storage.tier.Tier;

/**
 * Searches an index for the volumes that may take a replica, for one block. Used by one thread, as
 * long as nothing changes in the index.
 */
final class VolumeSearch {
  private final VolumeIndex index;
  private final long bytes;
  private final int rackLimit;

  /** Number of volumes that the last search found in each run. */
  private final int[] counts;

  private boolean[] kinds = new boolean[0];
  private PlaceFilter filter = PlaceFilter.ANYWHERE;

  /** Volumes of hosts with a replica, of the last search. */
  private int[] taken = new int[8];

  private int takenCount;

  /** Locations that may not have more replicas, in the last search. */
  private Set<String> fullRacks = Set.of();

  /**
   * Prepares searches.
   *
   * @param bytes that a volume must have free
   * @param rackLimit replicas of the block that a rack may have
   */
  VolumeSearch(VolumeIndex index, long bytes, int rackLimit) {
    this.index = index;
    this.bytes = bytes;
    this.rackLimit = rackLimit;
    counts = new int[index.runs()];
  }

  int rackLimit() {
    return rackLimit;
  }

  /**
   * Finds the volumes with room of some tiers and in some places, on hosts without a replica and in
   * racks with fewer than they may have.
   *
   * @param tiers of the volumes; empty for all volumes
   * @return their number; see {@link #found}
   */
  int find(PlaceFilter places, List<Tier> tiers, Layout layout) {
    filter = places;
    kinds = index.kindsOf(tiers);
    takenCount = 0;
    layout.hosts().forEach(this::take);
    fullRacks = layout.racksWith(rackLimit);
    return places.host().isPresent() ? countOfHost() : countOfRuns();
  }

  private void take(String host) {
    for (int volume : index.ofHost(host)) {
      if (takenCount == taken.length) {
        taken = Arrays.copyOf(taken, 2 * takenCount);
      }
      taken[takenCount++] = volume;
    }
  }

  private int countOfHost() {
    int found = 0;
    for (int volume : index.ofHost(filter.host().get())) {
      found += isFound(volume) ? 1 : 0;
    }
    return found;
  }

  private int countOfRuns() {
    int found = 0;
    for (int run = 0; run < counts.length; run++) {
      String rack = index.location(run);
      boolean mayHave = filter.accepts(rack) && !fullRacks.contains(rack);
      counts[run] = mayHave ? index.count(run, kinds, bytes) : 0;
      found += counts[run];
    }
    for (int i = 0; i < takenCount; i++) {
      int run = index.runOf(taken[i]);
      if (counts[run] > 0 && !isTakenBefore(i) && index.takes(taken[i], kinds, bytes)) {
        counts[run]--;
        found--;
      }
    }
    return found;
  }

  /**
   * A volume that the last search found.
   *
   * @param number from 0, below the number that was found
   * @return its number in the index
   */
  int found(int number) {
    int rest = number;
    if (filter.host().isPresent()) {
      for (int volume : index.ofHost(filter.host().get())) {
        if (isFound(volume) && rest-- == 0) {
          return volume;
        }
      }
      throw new IndexOutOfBoundsException(number);
    }
    int run = 0;
    while (rest >= counts[run]) {
      rest -= counts[run++];
    }
    int volume = index.firstOfRun(run);
    while (!isFound(volume) || rest-- > 0) {
      volume++;
    }
    return volume;
  }

  private boolean isFound(int volume) {
    return index.takes(volume, kinds, bytes)
        && !isTaken(volume, takenCount)
        && !fullRacks.contains(index.location(index.runOf(volume)));
  }

  private boolean isTakenBefore(int place) {
    return isTaken(taken[place], place);
  }

  private boolean isTaken(int volume, int count) {
    for (int i = 0; i < count; i++) {
      if (taken[i] == volume) {
        return true;
      }
    }
    return false;
  }
}
