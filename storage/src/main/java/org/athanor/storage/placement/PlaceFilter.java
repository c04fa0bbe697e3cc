// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.function.Predicate;
import org.athanor.storage.view.Node;

/**
 * Which nodes of a view of the whole cluster belong to a {@link Place} for one block.
 *
 * @param nodes which nodes belong to it
 * @param protects whether it keeps data from loss, or files complete in a region: it goes before
 *     tiers. Other places only make access faster.
 * @param text says where it is, for degraded decisions
 */
record PlaceFilter(Predicate<Node> nodes, boolean protects, String text) {
  static final PlaceFilter ANYWHERE = speeds(node -> true, "anywhere");
  static final PlaceFilter NOWHERE = speeds(node -> false, "near the writer, which is unknown");

  static PlaceFilter speeds(Predicate<Node> nodes, String text) {
    return new PlaceFilter(nodes, false, text);
  }

  static PlaceFilter protects(Predicate<Node> nodes, String text) {
    return new PlaceFilter(nodes, true, text);
  }

  boolean accepts(Node node) {
    return nodes.test(node);
  }
}
