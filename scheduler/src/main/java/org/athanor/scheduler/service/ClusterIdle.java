// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.util.OptionalDouble;
import org.athanor.scheduler.energy.Energy;

/**
 * What the nodes of a cluster need even if no job runs.
 *
 * @param power of each of them
 * @param watts of all of them now; empty if that is not known
 * @param energy since the scheduler was started, without times of which the nodes are not known
 */
public record ClusterIdle(NodePower power, OptionalDouble watts, Energy energy) {}
