// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.catalogue;

import java.util.List;
import java.util.Map;

/**
 * What a catalogue tells a scheduler.
 *
 * @param runs for predictions
 * @param powers of the nodes of clusters, by cluster; of each one of the scheduler
 */
public record Learned(List<LearnedRun> runs, Map<String, MeasuredPower> powers) {
  /** Of a catalogue that is empty, or not used. */
  public static final Learned NOTHING = new Learned(List.of(), Map.of());

  /** Copies both. */
  public Learned {
    runs = List.copyOf(runs);
    powers = Map.copyOf(powers);
  }
}
