// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.merge;

import java.util.Optional;

/**
 * Successive records of a merged partition. Immutable. It holds a few words per run and no record.
 */
public final class PartitionSlice {
  private final Optional<RunMerger.Position> start;
  private final long records;

  /**
   * @param start empty if it begins with the partition
   */
  PartitionSlice(Optional<RunMerger.Position> start, long records) {
    this.start = start;
    this.records = records;
  }

  Optional<RunMerger.Position> start() {
    return start;
  }

  /** Returns how many records it has, at least 1. */
  public long records() {
    return records;
  }
}
