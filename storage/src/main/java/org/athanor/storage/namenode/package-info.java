// SPDX-License-Identifier: Apache-2.0
/**
 * Plug-ins of HDFS's NameNode, the only package here that knows Hadoop: {@link
 * org.athanor.storage.namenode.TieredPlacementPolicy} places the replicas of blocks, {@link
 * org.athanor.storage.namenode.TieredNetworkTopology} orders them for readers. Both obey the rules
 * in a local file that the key {@value org.athanor.storage.namenode.RulesFile#KEY} names. Without
 * rules, and where the plug-ins fail, HDFS does as it does without them: an error of ours never
 * fails a write or a read. What they do is counted in {@link
 * org.athanor.storage.namenode.StorageMetrics}.
 *
 * <p>The NameNode must run on Java 17 or newer. Settings of HDFS that matter:
 *
 * <pre>
 * dfs.block.replicator.classname    org.athanor.storage.namenode.TieredPlacementPolicy
 * dfs.net.topology.impl             org.athanor.storage.namenode.TieredNetworkTopology
 * dfs.use.dfs.network.topology      true, the default: else the topology is another one
 * dfs.namenode.random.node.order.enabled              false, the default (3.5.0): else readers get any order
 * dfs.namenode.redundancy.considerLoadByStorageType   true: else the few nodes of a fast tier, which
 *                                                     have more load than the others, are refused
 * </pre>
 */
package org.athanor.storage.namenode;
