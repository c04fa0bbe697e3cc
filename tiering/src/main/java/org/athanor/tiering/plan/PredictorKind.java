// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import org.athanor.storage.popularity.AccessCounts;
import org.athanor.storage.popularity.AptParameters;
import org.athanor.storage.popularity.LeastRecentlyUsed;
import org.athanor.storage.popularity.PopularityPrediction;
import org.athanor.storage.popularity.Predictor;
import org.athanor.storage.popularity.Recurrence;

/** The predictors that a plan can rank files by. */
public enum PredictorKind {
  /** Files that are read again and again, our own: {@link Recurrence}. */
  RECURRENCE(period -> new Recurrence()),
  /** AptStore's popularity (K. Ravindranathan, 2015, section 5.2.3). */
  APTSTORE(period -> PopularityPrediction.aptStore(AptParameters.of(period.toMillis()))),
  /** That of DUX (section 6.1.6). */
  DUX(period -> PopularityPrediction.dux()),
  /** The number of accesses since the log begins. */
  LFU(period -> AccessCounts.leastFrequentlyUsed()),
  /** The time of the last access. */
  LRU(period -> new LeastRecentlyUsed()),
  /** The number of accesses in the period before. */
  LAST_VALUE(period -> AccessCounts.lastValue());

  private final Function<Duration, Predictor> constructor;

  PredictorKind(Function<Duration, Predictor> constructor) {
    this.constructor = constructor;
  }

  /** A predictor that knows no file. */
  Predictor create(Duration period) {
    return constructor.apply(period);
  }

  /** As people write it, such as {@code last-value}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
