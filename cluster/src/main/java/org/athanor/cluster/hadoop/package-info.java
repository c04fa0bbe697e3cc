// SPDX-License-Identifier: Apache-2.0
/**
 * Hadoop's own daemons on nodes: configuration, ports, start, health, end. {@link
 * org.athanor.cluster.hadoop.HadoopCluster} is one that lives as long as its starter, {@link
 * org.athanor.cluster.hadoop.StandingCluster} one that stays.
 */
package org.athanor.cluster.hadoop;
