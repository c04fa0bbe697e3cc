// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

import org.athanor.storage.check.Checks;

/**
 * What one reader gets from another host, in bytes per second, above 0. A path with contention has
 * the share that a reader usually gets.
 *
 * @param rack from a host of the same rack
 * @param offRack from a host of another rack
 * @param otherRegion from a host of another region
 */
public record PathSpeeds(double rack, double offRack, double otherRegion) {

  public PathSpeeds {
    Checks.positive("rack", rack);
    Checks.positive("offRack", offRack);
    Checks.positive("otherRegion", otherRegion);
  }

  /** The time for one byte over a distance of {@link NetworkDistance}; 0 on the same host. */
  double secondsPerByte(int distance) {
    if (distance <= NetworkDistance.LOCAL) {
      return 0;
    }
    if (distance <= NetworkDistance.RACK) {
      return 1 / rack;
    }
    return 1 / (distance < NetworkDistance.OTHER_REGION ? offRack : otherRegion);
  }
}
