// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.view;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;

/** A view that holds its values. The nodes of the volumes are among the nodes. */
public record ClusterSnapshot(List<Node> nodes, List<Volume> volumes, Tiers tiers, Regions regions)
    implements ClusterView {

  public ClusterSnapshot {
    nodes = List.copyOf(nodes);
    volumes = List.copyOf(volumes);
    Set<String> names = new HashSet<>();
    for (Node node : nodes) {
      if (!names.add(node.name())) {
        throw new IllegalArgumentException("two nodes have the name " + node.name());
      }
    }
    Set<Node> known = new HashSet<>(nodes);
    for (Volume volume : volumes) {
      if (!known.contains(volume.node())) {
        throw new IllegalArgumentException(
            "a volume belongs to node " + volume.node().name() + ", which the view does not have");
      }
    }
  }
}
