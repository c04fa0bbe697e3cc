// SPDX-License-Identifier: Apache-2.0
/**
 * The clusters that jobs may run on: the file that names them, and what their ResourceManagers say
 * about capacity, the load of others, and applications. Entry classes: {@link
 * org.athanor.scheduler.clusters.ClustersFile} and {@link
 * org.athanor.scheduler.clusters.ClusterMonitors}. The keys of the file are declared in {@link
 * org.athanor.scheduler.clusters.Keys}.
 *
 * <p>{@code ClusterMonitors} has one thread for each YARN cluster, {@code athanor-cluster-NAME}; it
 * alone asks for loads, so that reading one never waits. Records are immutable.
 */
package org.athanor.scheduler.clusters;
