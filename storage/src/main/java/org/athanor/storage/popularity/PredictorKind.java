// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.time.Duration;
import java.util.Locale;

/** Predictors by which files can be ranked. */
public enum PredictorKind {
  /** Files that are read again and again, our own: {@link Recurrence}. */
  RECURRENCE,
  /** AptStore's popularity (K. Ravindranathan, 2015, section 5.2.3). */
  APTSTORE,
  /** That of DUX (section 6.1.6). */
  DUX,
  /** The number of accesses since the log begins. */
  LFU,
  /** The time of the last access. */
  LRU,
  /** The number of accesses in the period before. */
  LAST_VALUE;

  /**
   * A predictor that knows no file.
   *
   * @param period at whose ends it predicts, from a millisecond
   */
  public Predictor create(Duration period) {
    return switch (this) {
      case RECURRENCE -> new Recurrence();
      case APTSTORE -> PopularityPrediction.aptStore(AptParameters.of(period.toMillis()));
      case DUX -> PopularityPrediction.dux();
      case LFU -> AccessCounts.leastFrequentlyUsed();
      case LRU -> new LeastRecentlyUsed();
      case LAST_VALUE -> AccessCounts.lastValue();
    };
  }

  /** As people write it, such as {@code last-value}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
