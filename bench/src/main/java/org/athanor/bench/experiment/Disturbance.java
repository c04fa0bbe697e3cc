// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

/**
 * Settings that decide when a trial is repeated because other programs used its nodes.
 *
 * @param limit allowed CPU time of other programs and of the hypervisor, as a share of a node's CPU
 *     time during the trial; 0 to 1
 * @param attempts maximum number of runs of a trial, including the first; 1 or more
 */
public record Disturbance(double limit, int attempts) {}
