// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts the Workers that failed on each node. A node with several is excluded, unless too many
 * nodes are: then the Workers are at fault, not the nodes. Not thread-safe.
 */
final class NodeFailures {
  /** As many as Hadoop's {@code mapreduce.job.maxtaskfailures.per.tracker}. */
  static final int MOST_PER_NODE = 3;

  /** Of all nodes, one of so many may be excluded, as with Hadoop's own jobs. */
  private static final int ONE_OF = 3;

  private final Map<String, Integer> failures = new HashMap<>();
  private final Set<String> excluded = new HashSet<>();

  /**
   * Counts a failure.
   *
   * @param nodes how many the cluster has
   * @return whether the node is excluded from now on
   */
  boolean failed(String host, int nodes) {
    return failures.merge(host, 1, Integer::sum) >= MOST_PER_NODE
        && (excluded.size() + 1) * ONE_OF <= nodes
        && excluded.add(host);
  }

  boolean isExcluded(String host) {
    return excluded.contains(host);
  }
}
