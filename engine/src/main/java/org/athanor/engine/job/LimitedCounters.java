// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.job;

import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.counters.AbstractCounterGroup;
import org.apache.hadoop.mapreduce.counters.Limits;

/**
 * A sum of counters that leaves out those that exceed Hadoop's limits ({@code
 * mapreduce.job.counters.max} and {@code .groups.max}). Hadoop's own class throws only after it has
 * added the first counter beyond the limit, and the result can then not be copied. One thread.
 */
public final class LimitedCounters {
  private final Counters sum = new Counters();
  private final Set<String> groups = new HashSet<>();
  private final Set<String> names = new HashSet<>();

  /**
   * Adds to a counter, unless that would exceed a limit.
   *
   * @param underlyingGroup the group's implementation, by which Hadoop's own groups are recognised;
   *     those have no limits
   */
  public void add(Object underlyingGroup, String group, String counter, long value) {
    if (!(underlyingGroup instanceof AbstractCounterGroup) || fits(group, counter)) {
      Counter found = sum.findCounter(group, counter);
      if (found != null) { // Hadoop also limits how many file systems a JVM counts for.
        found.increment(value);
      }
    }
  }

  /** Adds to as many counters as the limits allow. */
  public void addAll(Counters counters) {
    for (CounterGroup group : counters) {
      for (Counter counter : group) {
        add(group.getUnderlyingGroup(), group.getName(), counter.getName(), counter.getValue());
      }
    }
  }

  private boolean fits(String group, String counter) {
    String name = group + '\n' + counter;
    if (names.contains(name)) {
      return true;
    }
    if (names.size() >= Limits.getCountersMax()
        || (!groups.contains(group) && groups.size() >= Limits.getGroupsMax())) {
      return false;
    }
    groups.add(group);
    return names.add(name);
  }

  public Counters sum() {
    return sum;
  }
}
