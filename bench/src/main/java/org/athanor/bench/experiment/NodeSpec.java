// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

/**
 * A machine, as the experiment file specifies it.
 *
 * @param name unique among the nodes
 * @param specification what {@link org.athanor.cluster.Nodes} makes a node of: {@code localhost},
 *     {@code [user@]host[:port]}, {@code namespace:h1} or {@code namespace:h0/[user@]host[:port]}
 */
public record NodeSpec(String name, String specification) {}
