// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.counter;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.results.Reading;

/** Adds up the counters of a trial. A counter that one job lacks is unavailable. One thread. */
final class Counts {
  private final Counter.Source source;
  private final Map<Counter, Double> sums = new EnumMap<>(Counter.class);
  private final Map<Counter, String> lacking = new EnumMap<>(Counter.class);

  Counts(Counter.Source source) {
    this.source = source;
  }

  void add(Counter counter, double amount) {
    sums.merge(counter, amount, Double::sum);
  }

  /** Says that a job does not have the counter. */
  void lacks(Counter counter, String reason) {
    lacking.putIfAbsent(counter, reason);
  }

  /** Says that a job has none of the counters. */
  void lacksAll(String reason) {
    for (Counter counter : Counter.values()) {
      lacks(counter, reason);
    }
  }

  /** A reading for each counter, by its id. */
  Map<String, Reading> readings() {
    Map<String, Reading> readings = new TreeMap<>();
    for (Counter counter : Counter.values()) {
      readings.put(counter.info().id(), reading(counter));
    }
    return readings;
  }

  private Reading reading(Counter counter) {
    if (counter.name(source).isEmpty()) {
      return Reading.unavailable(source.title() + " does not report it");
    }
    String reason = lacking.get(counter);
    Double sum = sums.get(counter);
    if (reason != null || sum == null) {
      return Reading.unavailable(reason == null ? "no job reported it" : reason);
    }
    return Reading.of(sum, counter.info().unit());
  }
}
