// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

/**
 * When a trial is repeated because something else used its nodes.
 *
 * @param limit CPU time of others and CPU time stolen by the hypervisor, as a share of a node's CPU
 *     time during the trial; 0 to 1
 * @param attempts how often a trial is run at most, the first one included; 1 or more
 */
public record Disturbance(double limit, int attempts) {}
