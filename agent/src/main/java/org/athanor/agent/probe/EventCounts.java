// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts of hardware events from {@code perf stat -x,}: lines of {@code
 * value,unit,event,nanoseconds,percent,…}. If there are more events than hardware counters, perf
 * counts each event for a share of the time and scales the count up; scaled counts are used like
 * others. On a processor with two kinds of cores, perf prints an event for each kind; these are
 * summed.
 */
final class EventCounts {

  private final Map<String, Double> counts = new LinkedHashMap<>();
  private final Map<String, String> missing = new LinkedHashMap<>();

  static EventCounts parse(String csv) {
    EventCounts events = new EventCounts();
    for (String line : csv.split("\n", -1)) {
      String[] fields = line.split(",", -1);
      if (fields.length >= 3 && !line.startsWith("#")) {
        events.add(fields[0].strip(), event(fields[2]));
      }
    }
    return events;
  }

  private void add(String value, String event) {
    if (value.startsWith("<")) {
      missing.put(event, value);
      return;
    }
    try {
      counts.merge(event, Double.parseDouble(value), Double::sum);
    } catch (NumberFormatException e) {
      missing.put(event, "\"" + value + "\" is not a number");
    }
  }

  /** The event's bare name: {@code cycles} for {@code cpu_core/cycles/u} and {@code cycles:u}. */
  private static String event(String name) {
    String event = name.strip();
    int slash = event.indexOf('/');
    if (slash >= 0) {
      int end = event.indexOf('/', slash + 1);
      event = event.substring(slash + 1, end < 0 ? event.length() : end);
    }
    int colon = event.indexOf(':');
    return colon > 0 ? event.substring(0, colon) : event;
  }

  /** How often an event happened. */
  double count(String event) throws UnavailableException {
    Double count = counts.get(event);
    if (count == null) {
      throw new UnavailableException(
          "perf stat: " + event + ": " + missing.getOrDefault(event, "was not printed"));
    }
    return count;
  }

  /** The count of {@code event} divided by that of {@code of}. */
  double ratio(String event, String of) throws UnavailableException {
    double base = count(of);
    double part = count(event);
    if (base <= 0) {
      throw new UnavailableException("perf stat: " + of + ": was counted 0 times");
    }
    return part / base;
  }
}
