// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import java.util.List;
import java.util.Optional;

/**
 * What one reduce had to do, and how long it took.
 *
 * @param reduce its index
 * @param bytes of its partition
 * @param records of its partition
 * @param startMillis when it began, milliseconds since the epoch
 * @param millis how long it ran
 * @param shape what its reducers have seen
 */
public record ReduceLoad(
    int reduce, long bytes, long records, long startMillis, long millis, Shape shape) {
  /**
   * What the reducers of one partition have seen.
   *
   * @param keys those with the most records first; empty if they are not known
   * @param chunkMillis for each chunk how long it ran; empty if the partition was not cut
   * @param cuts where it might have been cut by what the job sets
   */
  public record Shape(Optional<List<HeavyKey>> keys, List<Long> chunkMillis, Cuts cuts) {
    /** Of a reduce that ran elsewhere. */
    public static final Shape UNKNOWN = new Shape(Optional.empty(), List.of(), Cuts.UNKNOWN);

    public Shape {
      keys = keys.map(List::copyOf);
      chunkMillis = List.copyOf(chunkMillis);
    }
  }

  long endMillis() {
    return startMillis + millis;
  }

  boolean isCut() {
    return !shape.chunkMillis().isEmpty();
  }
}
