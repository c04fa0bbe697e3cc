// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.Map;

/** In which order jobs get slots. */
public sealed interface Scheduling {

  /** First come, first served. */
  record FirstComeFirstServed() implements Scheduling {}

  /** The fewest running tasks first. */
  record FairShare() implements Scheduling {}

  /**
   * Queues with shares.
   *
   * @param shares of the queues by name, above 0
   */
  record Capacity(Map<String, Double> shares) implements Scheduling {
    public Capacity {
      shares = Map.copyOf(shares);
    }
  }
}
