// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.function.Predicate;
import org.athanor.storage.view.Node;

/**
 * The nodes of a {@link Place} for one block.
 *
 * @param nodes which nodes belong to it
 * @param protects whether it keeps data from loss, or files complete in a region: it goes before
 *     tiers. Other places only make access faster.
 * @param text says where it is, for degraded decisions
 */
record Site(Predicate<Node> nodes, boolean protects, String text) {
  static final Site ANYWHERE = speeds(node -> true, "anywhere");
  static final Site NOWHERE = speeds(node -> false, "near the writer, which is unknown");

  static Site speeds(Predicate<Node> nodes, String text) {
    return new Site(nodes, false, text);
  }

  static Site protects(Predicate<Node> nodes, String text) {
    return new Site(nodes, true, text);
  }

  boolean accepts(Node node) {
    return nodes.test(node);
  }
}
