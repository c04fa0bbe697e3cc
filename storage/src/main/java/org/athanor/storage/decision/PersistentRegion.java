// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.athanor.storage.check.Checks;
import org.athanor.storage.tier.Tier;

/**
 * The part of DUX's SSD cache that holds popular input (K. Ravindranathan, 2015, sections 6.1.3 and
 * 6.1.4): files are sorted by their predicted popularity and loaded until the region is full. A
 * file that does not fit is skipped, so that a smaller one may take the rest.
 *
 * <p>Pinned files go first. Files that are in the region have a {@link Bonus} before others, so
 * that files of nearly the same popularity do not replace each other in turn. A file moves at most
 * once per period and direction: one marked LOWERED is not evicted, one marked RAISED is not loaded
 * again.
 */
public final class PersistentRegion {
  private final Tier cache;
  private final long capacityBytes;
  private final int copies;
  private final Bonus bonus;

  /**
   * A region.
   *
   * @param cache the tier that it is part of; a candidate on this tier has its copy already
   * @param capacityBytes what all copies may take together, from 0
   * @param copies how many copies of a block are loaded, from 1; DUX loads one
   * @param bonus of files that are in the region; DUX has none
   */
  public PersistentRegion(Tier cache, long capacityBytes, int copies, Bonus bonus) {
    Checks.atLeast(0, "capacityBytes", capacityBytes);
    Checks.atLeast(1, "copies", copies);
    this.cache = cache;
    this.capacityBytes = capacityBytes;
    this.copies = copies;
    this.bonus = bonus;
  }

  /** Decides which files are in the region in the next period. */
  public RegionPlan decide(List<Candidate> candidates) {
    List<Candidate> inOrder = new ArrayList<>(candidates);
    inOrder.sort(
        Comparator.comparing((Candidate candidate) -> !candidate.is(Mark.PINNED))
            .thenComparing(Comparator.comparingDouble(this::popularity).reversed())
            .thenComparing(candidate -> !isThere(candidate))
            .thenComparing(candidate -> candidate.file().path()));
    Budget budget = new Budget(capacityBytes);
    List<String> degraded = new ArrayList<>();
    for (Candidate candidate : inOrder) {
      if (isHeld(candidate)) {
        budget.charge(bytes(candidate));
      }
    }
    if (budget.used() > capacityBytes) {
      degraded.add(
          "files that may not leave tier "
              + cache.name()
              + " need "
              + budget.used()
              + " bytes: the region has "
              + capacityBytes);
    }
    List<Candidate> keep = new ArrayList<>();
    List<Candidate> load = new ArrayList<>();
    List<Candidate> evict = new ArrayList<>();
    for (Candidate candidate : inOrder) {
      boolean there = isThere(candidate);
      if (isHeld(candidate)) {
        keep.add(candidate);
      } else if (!there && candidate.is(Mark.RAISED)) {
        addRefused(candidate, "it was raised in this period", degraded);
      } else if (budget.take(bytes(candidate))) {
        (there ? keep : load).add(candidate);
      } else {
        addRefused(candidate, "the region is full", degraded);
        if (there) {
          evict.add(candidate);
        }
      }
    }
    Collections.reverse(evict);
    return new RegionPlan(keep, load, evict, budget.used(), degraded);
  }

  private boolean isThere(Candidate candidate) {
    return candidate.tier().equals(cache);
  }

  private double popularity(Candidate candidate) {
    return isThere(candidate) ? bonus.of(candidate.popularity()) : candidate.popularity();
  }

  private boolean isHeld(Candidate candidate) {
    return isThere(candidate) && (candidate.is(Mark.LOWERED) || candidate.is(Mark.PINNED));
  }

  private long bytes(Candidate candidate) {
    return Math.multiplyExact(candidate.file().bytes(), copies);
  }

  /** Only pins are wishes; that the others compete for the region is how it works. */
  private void addRefused(Candidate candidate, String why, List<String> degraded) {
    if (candidate.is(Mark.PINNED)) {
      degraded.add(
          candidate.file().path() + " (pinned) is not on tier " + cache.name() + ": " + why);
    }
  }
}
