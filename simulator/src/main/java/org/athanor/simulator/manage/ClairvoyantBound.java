// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import org.athanor.storage.decision.FractionalKnapsack;

/**
 * What a clairvoyant planner could serve of a period's accesses at most ({@link ServedAccesses}):
 * it knows them all, moves files at no cost, and has the same room as a real one. Files may be cut,
 * which makes the bound one of a {@link FractionalKnapsack}, and never lower than the best choice
 * of whole files. The kth replica of a file serves no more than the one before, so taking what is
 * worth most for its bytes takes them in their order.
 *
 * <p>AptStore may give an unpopular file no replica on the usual tier, and Scarlett never fewer
 * than it has. The least that AptStore-perf must keep there is not taken into account.
 */
final class ClairvoyantBound {
  private final Planning planning;
  private final long[] bytes;
  private final int[] usual;

  /**
   * Bounds what a planner can reach.
   *
   * @param bytes of each file
   * @param usual number of replicas of each file at the beginning
   */
  ClairvoyantBound(Planning planning, long[] bytes, int[] usual) {
    this.planning = planning;
    this.bytes = bytes.clone();
    this.usual = usual.clone();
  }

  /** Bytes that can be served in a period. */
  double of(PeriodAccesses period) {
    if (planning instanceof Planning.Region region) {
      FractionalKnapsack room = new FractionalKnapsack();
      for (int file : period.files()) {
        room.add(bytes[file], (double) bytes[file] * period.opens(file));
      }
      return room.largestValue(region.capacityBytes());
    } else if (planning instanceof Planning.Scarlett scarlett) {
      return ofReplicas(period, usual, scarlett.budgetBytes());
    }
    Planning.AptStore aptStore = (Planning.AptStore) planning;
    return ofReplicas(period, new int[usual.length], aptStore.rules().budgetBytes());
  }

  /** With replicas that all files have, and room for others. */
  private double ofReplicas(PeriodAccesses period, int[] given, long budgetBytes) {
    FractionalKnapsack room = new FractionalKnapsack();
    double sure = 0;
    for (int file : period.files()) {
      int served = period.opensWith(file, given[file]);
      sure += (double) bytes[file] * served;
      for (int replicas = given[file] + 1; served < period.opens(file); replicas++) {
        int more = period.opensWith(file, replicas);
        room.add(bytes[file], (double) bytes[file] * (more - served));
        served = more;
      }
    }
    return sure + room.largestValue(budgetBytes);
  }
}
