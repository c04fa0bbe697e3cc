// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A property by which NUMA nodes compare, such as {@code Bandwidth} (MiB/s), {@code Latency} (ns),
 * {@code Capacity} (bytes) or {@code Locality} (number of PUs).
 *
 * @param name hwloc's name for it
 * @param higherIsBetter which of two values is the better one
 * @param needsInitiator whether a value is that seen from some PUs
 * @param values all that is known; may be nothing
 */
public record MemoryAttribute(
    String name, boolean higherIsBetter, boolean needsInitiator, List<Value> values) {
  public MemoryAttribute {
    values = List.copyOf(values);
  }

  /**
   * A value of a NUMA node.
   *
   * @param initiator the PUs it is seen from; empty if that makes no difference
   */
  public record Value(TopologyObject node, Optional<CpuSet> initiator, long value) {
    private boolean isSeenFrom(CpuSet cpus) {
      return initiator.isEmpty() || cpus.isIncludedIn(initiator.get());
    }
  }

  /** The node's value as seen from those PUs; empty if it is not known. */
  public OptionalLong value(TopologyObject node, CpuSet initiator) {
    return values.stream()
        .filter(v -> v.node() == node && v.isSeenFrom(initiator))
        .mapToLong(Value::value)
        .findFirst();
  }

  /** The best node as seen from those PUs, the first one of several; empty if none is known. */
  public Optional<Value> best(CpuSet initiator) {
    Comparator<Value> order = Comparator.comparingLong(Value::value);
    return values.stream()
        .filter(v -> v.isSeenFrom(initiator))
        .min(higherIsBetter ? order.reversed() : order);
  }
}
