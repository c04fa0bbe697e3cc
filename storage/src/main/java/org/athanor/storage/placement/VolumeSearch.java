// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.Arrays;
import java.util.List;
import org.athanor.storage.tier.Tier;

/**
 * Searches an index for the volumes that may take a replica, for one block. Used by one thread, as
 * long as nothing changes in the index.
 */
final class VolumeSearch {
  private final VolumeIndex index;
  private final long bytes;

  /** Number of volumes that the last search found in each run. */
  private final int[] counts;

  private boolean[] kinds = new boolean[0];
  private PlaceFilter filter = PlaceFilter.ANYWHERE;

  /** Volumes of hosts with a replica, of the last search. */
  private int[] taken = new int[8];

  private int takenCount;

  /**
   * Prepares searches.
   *
   * @param bytes that a volume must have free
   */
  VolumeSearch(VolumeIndex index, long bytes) {
    this.index = index;
    this.bytes = bytes;
    counts = new int[index.runs()];
  }

  /**
   * Finds the volumes with room of some tiers and in some places, on hosts without a replica.
   *
   * @param tiers of the volumes; empty for all volumes
   * @return their number; see {@link #found}
   */
  int find(PlaceFilter places, List<Tier> tiers, Layout layout) {
    filter = places;
    kinds = index.kindsOf(tiers);
    takenCount = 0;
    layout.hosts().forEach(this::take);
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
      counts[run] = filter.accepts(index.location(run)) ? index.count(run, kinds, bytes) : 0;
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
    return index.takes(volume, kinds, bytes) && !isTaken(volume, takenCount);
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
