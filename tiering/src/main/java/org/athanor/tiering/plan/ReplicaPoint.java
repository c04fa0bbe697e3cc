// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

/**
 * What a budget for replicas beyond the usual number buys.
 *
 * @param budgetBytes of these replicas
 * @param usedBytes what the plan for the next period takes of it
 * @param raisedFiles files that get more than the usual number
 * @param accessesPerReplica of the file that an access meets: the mean over all accesses of how
 *     many accesses of the same period share a replica; 0 if no period could be looked at
 */
public record ReplicaPoint(
    long budgetBytes, long usedBytes, int raisedFiles, double accessesPerReplica) {}
