// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Duration;
import org.athanor.scheduler.ledger.Resources;

/**
 * Nodes of a cluster that do not work now, and would if they were needed.
 *
 * @param count how many, from 0
 * @param perNode vcores and memory of a node on average
 * @param working nodes on which containers can run now
 * @param boot how long it takes until a sleeping one works
 */
public record SleepingNodes(int count, Resources perNode, int working, Duration boot) {

  /** None. */
  public static final SleepingNodes NONE = new SleepingNodes(0, Resources.NONE, 0, Duration.ZERO);

  /**
   * What they would add to a part of the cluster.
   *
   * @param part of the nodes that work, which is all of them, or what a queue may use
   */
  Resources of(Resources part) {
    Resources all = perNode.times(working);
    return new Resources(
        perNode.vcores() * count * share(part.vcores(), all.vcores()),
        perNode.memoryBytes() * count * share(part.memoryBytes(), all.memoryBytes()),
        0,
        0);
  }

  private static double share(double part, double all) {
    return all > 0 ? Math.min(1, part / all) : 1;
  }
}
