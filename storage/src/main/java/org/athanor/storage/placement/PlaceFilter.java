// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.Optional;
import java.util.function.Predicate;
import org.athanor.storage.view.Node;

/**
 * Which nodes of a view of the whole cluster belong to a {@link Place} for one block.
 *
 * @param host the only host of such nodes, whatever their location; empty if locations decide
 * @param locations which locations in the network have such nodes
 * @param protects whether it keeps data from loss, or files complete in a region: it goes before
 *     tiers. Other places only make access faster.
 * @param text says where it is, for degraded decisions
 */
record PlaceFilter(
    Optional<String> host, Predicate<String> locations, boolean protects, String text) {
  static final PlaceFilter ANYWHERE = speeds(location -> true, "anywhere");
  static final PlaceFilter NOWHERE = speeds(location -> false, "near the writer, which is unknown");

  static PlaceFilter onHost(String host, String text) {
    return new PlaceFilter(Optional.of(host), location -> true, false, text);
  }

  static PlaceFilter speeds(Predicate<String> locations, String text) {
    return new PlaceFilter(Optional.empty(), locations, false, text);
  }

  static PlaceFilter protects(Predicate<String> locations, String text) {
    return new PlaceFilter(Optional.empty(), locations, true, text);
  }

  boolean accepts(Node node) {
    return host.map(node.host()::equals).orElseGet(() -> accepts(node.location()));
  }

  /** Whether nodes of a location belong to it, if no host decides. */
  boolean accepts(String location) {
    return locations.test(location);
  }
}
