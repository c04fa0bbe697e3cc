// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.List;

/**
 * Says what the replicas of a block shall be like. The answer depends on the file and its writer,
 * never on the block: a tier or region that has one block of a file shall have all (K.
 * Ravindranathan, 2015, sections 4.1.2 and 7.1.4). Where a policy wants chance, it computes it from
 * the path.
 */
public interface PlacementPolicy {
  /**
   * The rules of a block, one for each replica, in the order in which replicas are written. A place
   * names earlier replicas only. Existing replicas have no influence.
   */
  List<ReplicaRule> rules(PlacementRequest request);
}
