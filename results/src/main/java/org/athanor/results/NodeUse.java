// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a trial used of a node.
 *
 * @param node the node's name
 * @param totals one entry for each constant of {@link Total}, in their order, then those of other
 *     monitors
 * @param samples the file with the node's {@link SampleTable}, relative to the results' directory
 * @param power what a meter outside the node measured; empty if it has none
 * @param events events that the experiment chose, by perf's names → how often they happened
 * @param role what the node was for if it did not work: {@code master}, or a service's role. Such
 *     nodes are not in sums and means
 */
public record NodeUse(
    String node,
    Map<Total, Reading> totals,
    String samples,
    Optional<NodePower> power,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Reading> events,
    Optional<String> role) {

  public NodeUse {
    totals = Collections.unmodifiableMap(new TreeMap<>(totals));
    // Absent in files for nodes without a meter.
    power = power == null ? Optional.empty() : power;
    events = events == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(events));
    // Absent in files for nodes that work.
    role = role == null ? Optional.empty() : role;
  }

  /** Of a node that works, without a meter of the whole node, and without chosen events. */
  public NodeUse(String node, Map<Total, Reading> totals, String samples) {
    this(node, totals, samples, Optional.empty(), Map.of(), Optional.empty());
  }

  /** The same with what a meter outside the node measured. */
  public NodeUse withPower(NodePower measured) {
    return new NodeUse(node, totals, samples, Optional.of(measured), events, role);
  }

  /** The same with the counts of events that the experiment chose. */
  public NodeUse withEvents(Map<String, Reading> counts) {
    return new NodeUse(node, totals, samples, power, counts, role);
  }

  /** The same with another role. */
  public NodeUse withRole(Optional<String> other) {
    return new NodeUse(node, totals, samples, power, events, other);
  }

  /** Whether the node worked. */
  public boolean works() {
    return role.isEmpty();
  }
}
