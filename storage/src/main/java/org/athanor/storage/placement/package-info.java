// SPDX-License-Identifier: Apache-2.0
/**
 * Where replicas go, in two stages. A {@link org.athanor.storage.placement.PlacementPolicy} says
 * for each replica of a block where it may be in the network and on which tiers. {@link
 * org.athanor.storage.placement.NodeChooser} finds volumes for such rules; HDFS's NameNode has its
 * own way to do that. {@link org.athanor.storage.placement.Fulfilment} says which rules replicas
 * fulfil, {@link org.athanor.storage.placement.ExcessPolicy} which replicas may go. Everything here
 * is a function of its arguments, which include the seed of all chance.
 */
package org.athanor.storage.placement;
