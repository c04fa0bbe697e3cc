// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The resources that a run used on a node.
 *
 * @param node the node's name
 * @param amounts one for each {@link Resource}, at most 1e100; resources that are not given become
 *     unknown
 */
public record NodeUse(String node, NodeKind kind, Map<Resource, Amount> amounts) {
  private static final Amount NOT_RECORDED = Amount.unknown("not recorded");

  public NodeUse {
    Checks.text("node", node);
    Map<Resource, Amount> all = new EnumMap<>(Resource.class);
    for (Resource resource : Resource.values()) {
      Amount amount = amounts.getOrDefault(resource, NOT_RECORDED);
      if (amount instanceof Amount.Known known) {
        Checks.amount(resource.id(), known.value());
      }
      all.put(resource, amount);
    }
    amounts = Collections.unmodifiableMap(all);
  }
}
