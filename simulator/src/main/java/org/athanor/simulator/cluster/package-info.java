// SPDX-License-Identifier: Apache-2.0
/**
 * The machines of a simulated cluster: what they are, and the resources that they are for the
 * kernel. Entry classes: {@link org.athanor.simulator.cluster.ClusterSpec}, {@link
 * org.athanor.simulator.cluster.Cluster}.
 */
package org.athanor.simulator.cluster;
