// SPDX-License-Identifier: Apache-2.0
/**
 * Switches nodes of clusters off while nobody needs them, and on again, so that each file of HDFS
 * stays available and HDFS does not replicate what the nodes hold. Entry class: {@link
 * org.athanor.scheduler.power.PowerControl}.
 *
 * <p>{@link org.athanor.scheduler.power.NodeMachine} decides what happens to a node, {@link
 * org.athanor.scheduler.power.PowerPlanner} which nodes are needed; both are functions without a
 * clock and without I/O.
 */
package org.athanor.scheduler.power;
