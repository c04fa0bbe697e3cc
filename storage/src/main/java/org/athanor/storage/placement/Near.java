// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.List;

/** Places of a first replica. */
final class Near {
  private Near() {}

  /** On the writer's node, else in its rack, else anywhere; anywhere without a writer. */
  static List<Place> writer(PlacementRequest request) {
    return request.writer().isPresent()
        ? List.of(new Place.LocalNode(), new Place.LocalRack(), new Place.Anywhere())
        : List.of(new Place.Anywhere());
  }
}
