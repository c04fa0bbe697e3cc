// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

/**
 * The distance between two hosts, as Hadoop counts it: the number of links up to the closest switch
 * above both, and down again.
 */
public final class NetworkDistance {
  /** On the same host. */
  public static final int LOCAL = 0;

  /** In the same rack. */
  public static final int RACK = 2;

  /** In another rack of the same region, with one switch above both. */
  public static final int OFF_RACK = 4;

  /** In another region: the least distance. */
  public static final int OTHER_REGION = 6;

  private NetworkDistance() {}

  /**
   * The distance of two different hosts: 2 for the same rack, 3 or more for other racks (4 if both
   * are on the same level of the network), 6 or more for other regions. Allocates nothing.
   *
   * @param location of the rack of one host, such as {@code /center1/rack1}
   */
  public static int betweenRacks(String location, String otherLocation, boolean sameRegion) {
    if (location.equals(otherLocation)) {
      return RACK;
    }
    int links = RACK + levels(location) + levels(otherLocation);
    links -= 2 * commonLevels(location, otherLocation);
    return sameRegion ? links : Math.max(OTHER_REGION, links);
  }

  private static int levels(String location) {
    int levels = 0;
    for (int i = 0; i < location.length(); i++) {
      levels += location.charAt(i) == '/' ? 1 : 0;
    }
    return levels;
  }

  /** Number of names that two different locations begin with. */
  private static int commonLevels(String one, String other) {
    int common = 0;
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length && one.charAt(i) == other.charAt(i); i++) {
      boolean oneEnds = i + 1 == one.length() || one.charAt(i + 1) == '/';
      boolean otherEnds = i + 1 == other.length() || other.charAt(i + 1) == '/';
      if (oneEnds && otherEnds && one.charAt(i) != '/') {
        common++;
      }
    }
    return common;
  }
}
