// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the nodes of an experiment are for. Of the nodes in the experiment's order, the first is the
 * master, the last are for services, and the others work; the master works too unless it is
 * dedicated.
 *
 * <pre>
 *   master: shared                    W1 W2 W3 …          the master is W1
 *   master: dedicated                 M  W1 W2 W3 …
 *   and roles: {kafka: 2, load: 1}    M  W1 W2 W3 … K1 K2 L1
 * </pre>
 *
 * @param dedicatedMaster whether the master does not work
 * @param services role of a service → number of nodes that run nothing else, in the file's order
 */
public record NodeRoles(boolean dedicatedMaster, Map<String, Integer> services) {
  /** All nodes work; the first is the master, too. */
  public static final NodeRoles ALL_WORK = new NodeRoles(false, Map.of());

  /** The role of a dedicated master, as results name it. */
  public static final String MASTER = "master";

  public NodeRoles {
    services = Collections.unmodifiableMap(new LinkedHashMap<>(services));
  }

  /** The nodes that work, of all nodes in the experiment's order. */
  public <N> List<N> workers(List<N> nodes) {
    int first = Math.min(dedicatedMaster ? 1 : 0, nodes.size());
    return nodes.subList(first, Math.max(first, nodes.size() - ofServices()));
  }

  /** The nodes of a service, of all nodes in the experiment's order. */
  public <N> List<N> service(String role, List<N> nodes) {
    int first = nodes.size() - ofServices();
    for (Map.Entry<String, Integer> service : services.entrySet()) {
      if (service.getKey().equals(role)) {
        return nodes.subList(first, first + service.getValue());
      }
      first += service.getValue();
    }
    return List.of();
  }

  /** The number of nodes that do not work. */
  public int others() {
    return ofServices() + (dedicatedMaster ? 1 : 0);
  }

  private int ofServices() {
    return services.values().stream().mapToInt(Integer::intValue).sum();
  }
}
