// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import org.athanor.simulator.run.ClustersResult;

/**
 * What became of jobs that a policy placed.
 *
 * @param policy by its name
 * @param error by how large a part predictions were wrong at most, from 0 to 1
 * @param movedBytes of inputs, from one cluster to another
 * @param wallSeconds how long the simulation took
 */
public record PlacedRun(
    String policy, double error, ClustersResult result, double movedBytes, double wallSeconds) {}
