// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.counters.AbstractCounterGroup;
import org.apache.hadoop.mapreduce.counters.Limits;

/**
 * A sum of counters, of which those are left out that exceed Hadoop's limits ({@code
 * mapreduce.job.counters.max} and {@code .groups.max}). Hadoop throws only after it has added the
 * one that is too many, and then nobody can copy the result. One thread.
 */
final class CountersWithinLimit {
  private final Counters sum = new Counters();
  private final Set<String> groups = new HashSet<>();
  private final Set<String> names = new HashSet<>();

  /**
   * @param underlyingGroup Hadoop's own groups have no limits
   */
  void add(Object underlyingGroup, String group, String counter, long value) {
    if (!(underlyingGroup instanceof AbstractCounterGroup) || fits(group, counter)) {
      sum.findCounter(group, counter).increment(value);
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

  Counters sum() {
    return sum;
  }
}
