// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.List;
import java.util.Set;

/**
 * How a NameNode, which cannot look at each node, finds nodes of a {@link
 * org.athanor.storage.placement.Place} for one block.
 *
 * @param kind where to search
 * @param scopes parts of the network ({@link NetworkScope}), each node of them as good as any
 *     other, in whatever order they are tried; for {@link Kind#SCOPES}
 * @param avoided locations whose nodes are left out
 * @param protects whether the place keeps data from loss, or files complete in a region: it goes
 *     before tiers. Other places only make access faster.
 */
record PlaceSearch(Kind kind, List<String> scopes, Set<String> avoided, boolean protects) {
  enum Kind {
    /** The nodes on the writer's host. */
    WRITER,
    SCOPES
  }

  private static final PlaceSearch AT_WRITER =
      new PlaceSearch(Kind.WRITER, List.of(), Set.of(), false);

  private static final PlaceSearch ANYWHERE = near(List.of(NetworkScope.EVERYWHERE));

  PlaceSearch {
    scopes = List.copyOf(scopes);
    avoided = Set.copyOf(avoided);
  }

  static PlaceSearch writer() {
    return AT_WRITER;
  }

  static PlaceSearch anywhere() {
    return ANYWHERE;
  }

  /** In one of these parts of the network; nowhere if there are none. */
  static PlaceSearch near(List<String> scopes) {
    return new PlaceSearch(Kind.SCOPES, scopes, Set.of(), false);
  }

  static PlaceSearch outside(String rack) {
    return new PlaceSearch(Kind.SCOPES, List.of("~" + rack), Set.of(), true);
  }

  static PlaceSearch region(List<String> locations, Set<String> avoided, boolean protects) {
    return new PlaceSearch(Kind.SCOPES, locations, avoided, protects);
  }
}
