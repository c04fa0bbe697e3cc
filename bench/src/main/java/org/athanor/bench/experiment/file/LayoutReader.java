// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.athanor.bench.experiment.MasterKind;
import org.athanor.bench.experiment.NodeRoles;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;
import org.athanor.yaml.text.Nearest;

/** Reads what the nodes are for, and how many of them work. */
final class LayoutReader {
  private final Section top;
  private final int nodes;
  private final boolean complete;
  private final Set<String> knownRoles;

  /**
   * @param nodes number of nodes that could be read
   * @param complete whether these are all nodes of the file; if not, nothing is said about a lack
   *     of nodes
   * @param knownRoles roles of the services that workloads have
   */
  LayoutReader(Section top, int nodes, boolean complete, Set<String> knownRoles) {
    this.top = top;
    this.nodes = nodes;
    this.complete = complete;
    this.knownRoles = knownRoles;
  }

  NodeRoles roles() {
    boolean dedicated = top.get(Keys.MASTER).orElse(MasterKind.SHARED) == MasterKind.DEDICATED;
    NodeRoles roles = new NodeRoles(dedicated, services());
    if (nodes > roles.others()) {
      return roles;
    }
    Optional<Place> reason =
        roles.services().isEmpty() ? top.place(Keys.MASTER) : top.place(Keys.ROLES);
    if (complete) {
      reason.ifPresent(
          place ->
              place.report(
                  there() + ", of which " + taken(roles) + " and none is left to work; add nodes"));
    }
    return NodeRoles.ALL_WORK;
  }

  private Map<String, Integer> services() {
    Map<String, Integer> services = new LinkedHashMap<>();
    ValueType<Integer> type = Types.integer(1, 100_000);
    top.place(Keys.ROLES)
        .flatMap(Place::keys)
        .orElse(Map.of())
        .forEach(
            (role, place) -> {
              if (!knownRoles.contains(role)) {
                place.report(unknown(role));
              } else {
                type.read(place).ifPresent(count -> services.put(role, count));
              }
            });
    return services;
  }

  private String unknown(String role) {
    return knownRoles.isEmpty()
        ? "unknown role; no workload has services"
        : Nearest.unknown("role", role, knownRoles);
  }

  /**
   * Reads the numbers of nodes that work.
   *
   * @return ascending, never empty
   */
  List<Integer> sizes(NodeRoles roles) {
    int most = nodes - roles.others();
    Set<Integer> sizes = new TreeSet<>();
    ValueType<Integer> type = Types.integer(1, Integer.MAX_VALUE);
    for (Place item : top.place(Keys.SIZES).map(Place::items).orElse(List.of())) {
      Optional<Integer> size = type.read(item);
      if (size.isPresent() && size.get() > most) {
        if (complete) {
          item.report(tooMany(roles, most));
        }
      } else if (size.isPresent() && !sizes.add(size.get())) {
        item.report("occurs twice");
      }
    }
    return sizes.isEmpty() ? List.of(most) : List.copyOf(sizes);
  }

  private String tooMany(NodeRoles roles, int most) {
    return there()
        + (roles.others() == 0 ? "" : ", of which " + taken(roles) + " and " + most + " can work")
        + "; allowed 1"
        + (most == 1 ? "" : " to " + most);
  }

  /** What nodes are for that do not work, such as {@code 1 is the master, 2 are for kafka}. */
  private static String taken(NodeRoles roles) {
    StringBuilder text = new StringBuilder(roles.dedicatedMaster() ? "1 is the master" : "");
    roles
        .services()
        .forEach(
            (role, count) ->
                text.append(text.isEmpty() ? "" : ", ")
                    .append(count)
                    .append(count == 1 ? " is for " : " are for ")
                    .append(role));
    return text.toString();
  }

  private String there() {
    return "there " + (nodes == 1 ? "is 1 node" : "are " + nodes + " nodes");
  }
}
