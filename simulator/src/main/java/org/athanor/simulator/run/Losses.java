// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

/**
 * What failures of nodes cost until the last job's end.
 *
 * @param nodes that failed
 * @param returned nodes that came back
 * @param attempts that ended because a node failed
 * @param repeatedMaps that were done, and done again because their output was lost
 * @param blocks of input and output that lost all their replicas, and got none back
 * @param replicatedBytes of new replicas in place of lost ones
 */
public record Losses(
    int nodes, int returned, int attempts, int repeatedMaps, int blocks, double replicatedBytes) {
  public static final Losses NONE = new Losses(0, 0, 0, 0, 0, 0);
}
