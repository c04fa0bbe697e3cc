// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.time.Duration;
import org.athanor.simulator.manage.Foresight;
import org.athanor.storage.popularity.PredictorKind;

/** The values of the key {@code manager.predict}. */
enum PredictKind {
  RECURRENCE,
  APTSTORE,
  DUX,
  LFU,
  LRU,
  LAST_VALUE,
  CONCURRENT,
  PERFECT;

  /**
   * What files are ranked by.
   *
   * @param slot of accesses that count as concurrent
   */
  Foresight foresight(Duration slot) {
    return switch (this) {
      case CONCURRENT -> new Foresight.Concurrent(slot);
      case PERFECT -> new Foresight.Perfect();
      default -> new Foresight.Learned(PredictorKind.valueOf(name()));
    };
  }
}
