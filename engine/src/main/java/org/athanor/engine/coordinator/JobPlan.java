// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/**
 * The size of a job, and how many failures it tolerates.
 *
 * @param maxMapAttempts failures after which a map task has failed, at least 1
 * @param mapFailuresPercent percentage of map tasks that may fail without failing the job, 0 to 100
 * @param maxFailuresPerWorker how many attempts may fail on a Worker before it gets no more maps of
 *     the job, if there are others; 0 if as many as like
 */
public record JobPlan(
    int maps,
    int reduces,
    int maxMapAttempts,
    int maxReduceAttempts,
    int mapFailuresPercent,
    int reduceFailuresPercent,
    int maxFailuresPerWorker) {}
