// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.tier;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The regions of a cluster; may be none. Immutable. */
public final class Regions {
  private final List<Region> all;
  private final Map<String, Region> byLocation = new HashMap<>();

  /**
   * Creates regions.
   *
   * @throws IllegalArgumentException if two have the same name or location
   */
  public Regions(List<Region> regions) {
    all = List.copyOf(regions);
    Set<String> names = new HashSet<>();
    for (Region region : all) {
      if (!names.add(region.name())) {
        throw new IllegalArgumentException("two regions have the name " + region.name());
      }
      for (String location : region.locations()) {
        Region other = byLocation.putIfAbsent(location, region);
        if (other != null) {
          throw new IllegalArgumentException(
              "regions "
                  + other.name()
                  + " and "
                  + region.name()
                  + " both have the location "
                  + location
                  + ": must be one of them");
        }
      }
    }
  }

  /** A cluster without regions. */
  public static Regions none() {
    return new Regions(List.of());
  }

  /** All regions, in the order given. */
  public List<Region> all() {
    return all;
  }

  /**
   * The region of the nodes with a network location; empty if there is none. If one region lies in
   * another, the inner one.
   *
   * @param location such as {@code /center1/rack1}
   */
  public Optional<Region> of(String location) {
    String at = location;
    while (!at.isEmpty()) {
      Region region = byLocation.get(at);
      if (region != null) {
        return Optional.of(region);
      }
      int slash = at.lastIndexOf('/');
      at = slash < 0 ? "" : at.substring(0, slash);
    }
    return Optional.empty();
  }

  /** The region with a name; empty if there is none. */
  public Optional<Region> named(String name) {
    return all.stream().filter(region -> region.name().equals(name)).findFirst();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Regions regions && all.equals(regions.all);
  }

  @Override
  public int hashCode() {
    return all.hashCode();
  }

  @Override
  public String toString() {
    return all.toString();
  }
}
