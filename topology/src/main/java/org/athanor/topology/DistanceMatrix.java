// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Distances between objects, usually NUMA nodes: {@code value(i, j)} is the distance from the i-th
 * to the j-th. Immutable, thread-safe.
 */
public final class DistanceMatrix {
  private final String name;
  private final Set<Kind> kinds;
  private final List<TopologyObject> objects;
  private final long[] values;

  /** Takes ownership of the values, which are stored row by row. */
  DistanceMatrix(String name, Set<Kind> kinds, List<TopologyObject> objects, long[] values) {
    this.name = name;
    this.kinds = Set.copyOf(kinds);
    this.objects = List.copyOf(objects);
    this.values = values;
  }

  /** Where the values come from and what they mean. */
  public enum Kind {
    FROM_OS(1 << 0),
    FROM_USER(1 << 1),
    /** Smaller is closer. The unit is the operating system's; 10 usually means the same node. */
    MEANS_LATENCY(1 << 2),
    /** Greater is closer. The unit is usually MB/s. */
    MEANS_BANDWIDTH(1 << 3),
    /** The objects have several types. */
    HETEROGENEOUS_TYPES(1 << 4);

    private final int bit;

    Kind(int bit) {
      this.bit = bit;
    }

    /** Returns the kinds whose bits are set. */
    static Set<Kind> ofBits(long bits) {
      return Arrays.stream(values())
          .filter(kind -> (bits & kind.bit) != 0)
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  /** Returns the name, such as {@code NUMALatency} or {@code NVLinkBandwidth}; empty if unknown. */
  public Optional<String> name() {
    return Optional.ofNullable(name);
  }

  public Set<Kind> kinds() {
    return kinds;
  }

  /** Returns the objects in the order of rows and columns. */
  public List<TopologyObject> objects() {
    return objects;
  }

  /**
   * Returns the distance from the object at index {@code from} to the one at index {@code to}.
   *
   * @throws IndexOutOfBoundsException if there is no such object
   */
  public long value(int from, int to) {
    int size = objects.size();
    return values[Objects.checkIndex(from, size) * size + Objects.checkIndex(to, size)];
  }

  /**
   * Returns the distance from one object to another.
   *
   * @throws IllegalArgumentException if one is not in {@link #objects}
   */
  public long value(TopologyObject from, TopologyObject to) {
    return value(indexOf(from), indexOf(to));
  }

  private int indexOf(TopologyObject object) {
    int index = objects.indexOf(object);
    if (index < 0) {
      throw new IllegalArgumentException(object + " is not among the objects of " + this);
    }
    return index;
  }

  @Override
  public String toString() {
    return name().orElse("distances") + " between " + objects.size() + " objects";
  }
}
