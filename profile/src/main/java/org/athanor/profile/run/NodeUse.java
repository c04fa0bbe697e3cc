// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The resources that a run used on a node.
 *
 * @param node the node's name
 * @param amounts one for each constant of {@link Resource}, at most 1e100, and of others that were
 *     declared; constants that are not given become unknown
 */
public record NodeUse(String node, NodeKind kind, Map<Resource, Amount> amounts) {
  static final Amount NOT_RECORDED = Amount.unknown("not recorded");

  public NodeUse {
    Checks.text("node", node);
    Map<Resource, Amount> all = new TreeMap<>();
    Set<Resource> resources = new TreeSet<>(amounts.keySet());
    resources.addAll(List.of(Resource.values()));
    for (Resource resource : resources) {
      Amount amount = amounts.getOrDefault(resource, NOT_RECORDED);
      if (amount instanceof Amount.Known known) {
        Checks.amount(resource.id(), known.value());
      }
      all.put(resource, amount);
    }
    amounts = Collections.unmodifiableMap(all);
  }
}
