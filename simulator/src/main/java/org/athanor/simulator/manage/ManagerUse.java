// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

/**
 * What the daemon did.
 *
 * @param plans number of decisions about all files
 * @param copiedBytes that were sent to make replicas
 * @param meanStoredBytes of all replicas of its files, over time
 * @param usualBytes of all replicas of its files before the first plan
 * @param accesses what its decisions are worth for them
 */
public record ManagerUse(
    int plans,
    double copiedBytes,
    double meanStoredBytes,
    double usualBytes,
    ServedAccesses accesses) {}
