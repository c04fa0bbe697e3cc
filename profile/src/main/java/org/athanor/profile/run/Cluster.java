// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The kinds of nodes of a run, with the number of nodes of each. Runs on different nodes, but with
 * the same kinds and numbers, have the same cluster.
 *
 * @param groups one or more, one for each kind, ordered by the kinds' ids
 */
public record Cluster(List<Group> groups) {

  /**
   * Nodes of one kind.
   *
   * @param nodes number of nodes, from 1
   */
  public record Group(NodeKind kind, int nodes) {
    public Group {
      Checks.atLeast(1, "nodes", nodes);
    }
  }

  public Cluster {
    groups = groups.stream().sorted(Comparator.comparing(group -> group.kind().id())).toList();
    Checks.atLeast(1, "kinds of nodes", groups.size());
    if (groups.stream().map(Group::kind).distinct().count() != groups.size()) {
      throw new IllegalArgumentException(
          "two groups have nodes of the same kind: must be one group");
    }
  }

  /** The cluster of these nodes. */
  public static Cluster of(Collection<NodeKind> nodes) {
    return new Cluster(
        nodes.stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.summingInt(node -> 1)))
            .entrySet()
            .stream()
            .map(entry -> new Group(entry.getKey(), entry.getValue()))
            .toList());
  }

  /** Number of nodes of all kinds. */
  public int nodes() {
    return groups.stream().mapToInt(Group::nodes).sum();
  }

  /** The id, which is the same for equal clusters in every catalogue. */
  public String id() {
    Fingerprint fingerprint = Fingerprint.of("cluster");
    groups.forEach(group -> fingerprint.add(group.kind().id()).add(group.nodes()));
    return fingerprint.hex();
  }
}
