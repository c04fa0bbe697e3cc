// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A property by which NUMA nodes are compared, such as {@code Bandwidth} (MiB/s), {@code Latency}
 * (ns), {@code Capacity} (bytes) or {@code Locality} (number of PUs).
 *
 * @param name hwloc's name
 * @param higherIsBetter whether the greater of two values is better
 * @param needsInitiator whether values depend on the PUs that access the memory
 * @param values the known values; may be empty
 */
public record MemoryAttribute(
    String name, boolean higherIsBetter, boolean needsInitiator, List<Value> values) {
  public MemoryAttribute {
    values = List.copyOf(values);
  }

  /**
   * A value of a NUMA node.
   *
   * @param initiator the accessing PUs; empty if the value does not depend on them
   */
  public record Value(TopologyObject node, Optional<CpuSet> initiator, long value) {
    private boolean isSeenFrom(CpuSet cpus) {
      return initiator.isEmpty() || cpus.isIncludedIn(initiator.get());
    }
  }

  /** Returns the node's value for accesses from these PUs; empty if unknown. */
  public OptionalLong value(TopologyObject node, CpuSet initiator) {
    return values.stream()
        .filter(v -> v.node() == node && v.isSeenFrom(initiator))
        .mapToLong(Value::value)
        .findFirst();
  }

  /**
   * Returns the best node for accesses from these PUs, the first of equal ones; empty if unknown.
   */
  public Optional<Value> best(CpuSet initiator) {
    Comparator<Value> order = Comparator.comparingLong(Value::value);
    return values.stream()
        .filter(v -> v.isSeenFrom(initiator))
        .min(higherIsBetter ? order.reversed() : order);
  }
}
