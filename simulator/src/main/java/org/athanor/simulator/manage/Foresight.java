// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.time.Duration;
import org.athanor.storage.popularity.ConcurrentAccesses;
import org.athanor.storage.popularity.PredictorKind;

/** By what files are ranked. */
public sealed interface Foresight {

  /** A predictor of module {@code storage}. */
  record Learned(PredictorKind kind) implements Foresight {}

  /**
   * The most accesses at once, as Scarlett counts them: {@link ConcurrentAccesses}.
   *
   * @param slot accesses in the same slot of this length are concurrent, from a millisecond
   */
  record Concurrent(Duration slot) implements Foresight {}

  /** The number of accesses in the next period: the best that a predictor can be. */
  record Perfect() implements Foresight {}
}
