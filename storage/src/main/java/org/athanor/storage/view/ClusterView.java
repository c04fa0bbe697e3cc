// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.view;

import java.util.List;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;

/** A cluster at one moment. The lists are immutable and always have the same order. */
public interface ClusterView {
  /** The DataNodes in service. */
  List<Node> nodes();

  /** The volumes of these nodes that take new replicas. */
  List<Volume> volumes();

  Tiers tiers();

  Regions regions();
}
