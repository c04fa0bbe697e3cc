// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology.testing;

import java.util.stream.Collectors;
import org.athanor.topology.DistanceMatrix;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyObject;

/** Converts all data of a topology to text: topologies are equal if their texts are equal. */
public final class TopologyText {
  private TopologyText() {}

  public static String of(Topology topology) {
    StringBuilder text = new StringBuilder();
    append(topology.root(), "", text);
    topology.distances().forEach(matrix -> append(matrix, text));
    topology.cpuKinds().forEach(kind -> text.append(kind).append('\n'));
    topology.memoryAttributes().forEach(attribute -> text.append(attribute).append('\n'));
    return text.append("allowed ")
        .append(topology.allowedCpuset())
        .append(topology.allowedNodeset())
        .append('\n')
        .toString();
  }

  private static void append(TopologyObject object, String indent, StringBuilder text) {
    text.append(indent)
        .append(object)
        .append(" depth ")
        .append(object.depth())
        .append(" rank ")
        .append(object.siblingRank())
        .append(" gp ")
        .append(object.gpIndex())
        .append(" memory ")
        .append(object.totalMemoryBytes())
        .append(object.hasSymmetricSubtree() ? " symmetric" : "")
        .append(object.subtype().map(s -> " subtype " + s).orElse(""));
    if (object.hasSets()) {
      text.append(' ').append(object.cpuset()).append(object.completeCpuset());
      text.append(object.nodeset()).append(object.completeNodeset());
    }
    object.attributes().ifPresent(attributes -> text.append(' ').append(attributes));
    object.infos().forEach(info -> text.append(' ').append(info));
    text.append('\n');
    object.allChildren().forEach(child -> append(child, indent + " ", text));
  }

  private static void append(DistanceMatrix matrix, StringBuilder text) {
    text.append(matrix).append(' ').append(matrix.kinds().stream().sorted().toList());
    text.append(
        matrix.objects().stream()
            .map(o -> " " + o.type() + o.gpIndex())
            .collect(Collectors.joining()));
    for (int i = 0; i < matrix.objects().size(); i++) {
      for (int j = 0; j < matrix.objects().size(); j++) {
        text.append(' ').append(matrix.value(i, j));
      }
    }
    text.append('\n');
  }
}
