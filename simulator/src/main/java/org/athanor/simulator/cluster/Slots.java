// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

/**
 * How many tasks a node runs at once.
 *
 * @param maps at most, from 0
 * @param reduces at most, from 0
 * @param total of both, from 0
 */
public record Slots(int maps, int reduces, int total) {
  public static final Slots NONE = new Slots(0, 0, 0);

  public Slots {
    if (maps < 0 || reduces < 0 || total < 0 || total > maps + reduces) {
      throw new IllegalArgumentException(
          "slots for "
              + maps
              + " maps, "
              + reduces
              + " reduces, "
              + total
              + " tasks: must be from 0, and no more tasks than both");
    }
  }

  /** Slots of each kind, as Hadoop 1 has them. */
  public static Slots separate(int maps, int reduces) {
    return new Slots(maps, reduces, maps + reduces);
  }

  /** Containers for tasks of either kind, as YARN has them. */
  public static Slots containers(int number) {
    return new Slots(number, number, number);
  }
}
