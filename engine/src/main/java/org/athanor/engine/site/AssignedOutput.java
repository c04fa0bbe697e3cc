// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.site;

import java.util.BitSet;
import java.util.List;
import org.athanor.engine.run.Run;

/**
 * The map output that a Worker collects for the partitions of one assignment: that of each map
 * once. Guarded by the lock of its {@link WorkerJob}.
 */
final class AssignedOutput {
  private final BitSet partitions;
  private final BitSet maps = new BitSet(); // whose output is here
  private final RunMerges merges;

  /**
   * @param partitions belongs to the output from now on, and to the merges
   */
  AssignedOutput(BitSet partitions, RunMerges merges) {
    this.partitions = partitions;
    this.merges = merges;
  }

  boolean owns(int partition) {
    return partitions.get(partition);
  }

  boolean isEmpty() {
    return partitions.isEmpty();
  }

  void withdraw(List<Integer> withdrawn) {
    withdrawn.forEach(partitions::clear);
  }

  boolean has(int map) {
    return maps.get(map);
  }

  /** Adds the output of a map that was not here. */
  void add(int map, List<Run> runs) {
    merges.add(runs);
    maps.set(map);
  }

  RunMerges merges() {
    return merges;
  }
}
