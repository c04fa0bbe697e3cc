// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.List;
import java.util.Set;

/**
 * A {@link org.athanor.storage.placement.Place} as a NameNode can search it.
 *
 * @param kind where to search
 * @param scopes parts of the network to try, one after the other; for {@link Kind#SCOPES}
 * @param avoided locations whose nodes are left out
 * @param protects whether the place keeps data from loss, or files complete in a region: it goes
 *     before tiers. Other places only make access faster.
 */
record Spot(Kind kind, List<String> scopes, Set<String> avoided, boolean protects) {
  /** The whole network. */
  static final String EVERYWHERE = "";

  enum Kind {
    /** The nodes on the writer's host. */
    WRITER,
    SCOPES
  }

  Spot {
    scopes = List.copyOf(scopes);
    avoided = Set.copyOf(avoided);
  }

  static Spot writer() {
    return new Spot(Kind.WRITER, List.of(), Set.of(), false);
  }

  static Spot anywhere() {
    return new Spot(Kind.SCOPES, List.of(EVERYWHERE), Set.of(), false);
  }

  /** In one of these parts of the network; nowhere if there are none. */
  static Spot near(List<String> scopes) {
    return new Spot(Kind.SCOPES, scopes, Set.of(), false);
  }

  static Spot outside(String rack) {
    return new Spot(Kind.SCOPES, List.of("~" + rack), Set.of(), true);
  }

  static Spot region(List<String> locations, Set<String> avoided, boolean protects) {
    return new Spot(Kind.SCOPES, locations, avoided, protects);
  }
}
