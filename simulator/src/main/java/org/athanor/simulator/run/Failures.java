// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.List;

/**
 * Which nodes fail, and how HDFS makes new replicas of what they had.
 *
 * @param nodes each at most once
 * @param deadAfterSeconds from a node's failure until HDFS begins with that, from 0
 * @param streams that a node sends for it at once, from 1 (dfs.namenode.replication.max-streams)
 */
public record Failures(List<NodeFailure> nodes, double deadAfterSeconds, int streams) {
  /** HDFS's 2 x 5 minutes and 10 x 3 seconds without heartbeat. */
  private static final double STOCK_DEAD_AFTER = 630;

  private static final int STOCK_STREAMS = 2;

  public Failures {
    nodes = List.copyOf(nodes);
    if (nodes.stream().map(NodeFailure::node).distinct().count() < nodes.size()) {
      throw new IllegalArgumentException("a node fails twice: must fail at most once");
    }
    if (!(deadAfterSeconds >= 0) || Double.isInfinite(deadAfterSeconds)) {
      throw new IllegalArgumentException(
          "deadAfterSeconds=" + deadAfterSeconds + ": must be from 0 and finite");
    }
    if (streams < 1) {
      throw new IllegalArgumentException("streams=" + streams + ": must be from 1");
    }
  }

  public static Failures none() {
    return of();
  }

  /** Failures with HDFS's own settings. */
  public static Failures of(NodeFailure... nodes) {
    return new Failures(List.of(nodes), STOCK_DEAD_AFTER, STOCK_STREAMS);
  }
}
