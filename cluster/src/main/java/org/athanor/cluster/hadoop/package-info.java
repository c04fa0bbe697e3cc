// SPDX-License-Identifier: Apache-2.0
/**
 * Hadoop's own daemons on nodes: configuration, ports, start, state, end. A {@link
 * org.athanor.cluster.hadoop.HadoopCluster} lives as long as the process that started it; a {@link
 * org.athanor.cluster.hadoop.StandingCluster} keeps running.
 */
package org.athanor.cluster.hadoop;
