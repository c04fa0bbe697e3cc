// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.List;
import org.athanor.storage.view.Replica;

/**
 * Which replicas of a block may be deleted.
 *
 * @param deletable in the order of deletion; may be fewer than there are too many
 * @param degraded one line for each wish that was not granted
 */
public record ExcessDecision(List<Replica> deletable, List<String> degraded) {

  public ExcessDecision {
    deletable = List.copyOf(deletable);
    degraded = List.copyOf(degraded);
  }
}
