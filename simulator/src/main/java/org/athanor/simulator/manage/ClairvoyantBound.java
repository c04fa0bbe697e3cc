// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import org.athanor.storage.decision.FractionalKnapsack;
import org.athanor.storage.popularity.ConcurrentAccesses;

/**
 * What a clairvoyant planner could serve of a period's accesses at most ({@link ServedAccesses}):
 * it knows them all, moves files at no cost, and has the same room as a real one. Files may be cut,
 * which makes the bound one of a {@link FractionalKnapsack}, and never lower than the best choice
 * of whole files. The kth replica of a file serves no more than the one before, so taking what is
 * worth most for its bytes takes them in their order.
 *
 * <p>AptStore may leave a file no replica on the usual tier, and pays for all that it has there.
 * Scarlett gives each file three, whatever it had, and pays for those above. Other rules, as of the
 * fewest replicas on a tier or the most of a file, are left out, which makes the bound higher.
 */
final class ClairvoyantBound {
  private final Planning planning;
  private final long[] bytes;

  /**
   * Bounds what a planner can reach.
   *
   * @param bytes of each file
   */
  ClairvoyantBound(Planning planning, long[] bytes) {
    this.planning = planning;
    this.bytes = bytes.clone();
  }

  /** Bytes that can be served in a period. */
  double of(PeriodAccesses period) {
    if (planning instanceof Planning.Region region) {
      return ofCopies(period, region.capacityBytes());
    } else if (planning instanceof Planning.Serve serve) {
      return serve.ssd().isPresent()
          ? ofCopies(period, serve.ssd().get().capacityBytes())
          : ofReplicas(period, serve.replication().usual(), serve.extraBytes().orElse(0L));
    } else if (planning instanceof Planning.Scarlett scarlett) {
      return ofReplicas(period, ConcurrentAccesses.replicas(0, 0), scarlett.budgetBytes());
    }
    Planning.AptStore aptStore = (Planning.AptStore) planning;
    return ofReplicas(period, 0, aptStore.rules().budgetBytes());
  }

  private double ofCopies(PeriodAccesses period, long capacityBytes) {
    FractionalKnapsack room = new FractionalKnapsack();
    for (int file : period.files()) {
      room.add(bytes[file], (double) bytes[file] * period.opens(file));
    }
    return room.largestValue(capacityBytes);
  }

  /** With a number of replicas of each file that cost nothing, and room for others. */
  private double ofReplicas(PeriodAccesses period, int given, long budgetBytes) {
    FractionalKnapsack room = new FractionalKnapsack();
    double sure = 0;
    for (int file : period.files()) {
      int[] slots = period.slotsByOpens(file);
      for (int before = 0; before < slots.length; before++) {
        double served = (double) bytes[file] * slots[before];
        if (before < given) {
          sure += served;
        } else {
          room.add(bytes[file], served);
        }
      }
    }
    return sure + room.largestValue(budgetBytes);
  }
}
