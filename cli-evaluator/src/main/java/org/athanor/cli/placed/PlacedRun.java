// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import org.athanor.simulator.run.ClustersResult;

/**
 * What became of jobs that a policy placed.
 *
 * @param movedBytes of inputs, from one cluster to another
 * @param wallSeconds how long the simulation took
 */
public record PlacedRun(
    PlacedItem item, ClustersResult result, double movedBytes, double wallSeconds) {}
