// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.Comparator;

/**
 * A tier or a region that shall hold files.
 *
 * @param isRegion whether it is a region
 * @param name of the tier or region
 */
public record Spot(boolean isRegion, String name) implements Comparable<Spot> {
  static Spot tier(String name) {
    return new Spot(false, name);
  }

  static Spot region(String name) {
    return new Spot(true, name);
  }

  @Override
  public int compareTo(Spot other) {
    return Comparator.comparing(Spot::isRegion).thenComparing(Spot::name).compare(this, other);
  }

  /** As people read it. */
  @Override
  public String toString() {
    return (isRegion ? "region " : "tier ") + name;
  }
}
