// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.time.Duration;
import org.athanor.storage.check.Checks;

/**
 * What the temporary region may take.
 *
 * @param capacityBytes of SSDs, from 0, which turns it off
 * @param reserveBytes of it that nobody is promised, from 0 to the capacity
 * @param lease how long a request counts that is not renewed, from a second
 */
public record RegionSettings(long capacityBytes, long reserveBytes, Duration lease) {
  /** How long a request counts that is not renewed. */
  public static final Duration LEASE = Duration.ofSeconds(60);

  /** No region: what an earlier one holds is taken back. */
  public static final RegionSettings OFF = new RegionSettings(0, 0, LEASE);

  public RegionSettings {
    Checks.atLeast(0, "capacityBytes", capacityBytes);
    if (reserveBytes < 0 || reserveBytes > capacityBytes) {
      throw new IllegalArgumentException(
          "reserveBytes=" + reserveBytes + ": must be from 0 to " + capacityBytes);
    }
    if (lease.toSeconds() < 1) {
      throw new IllegalArgumentException("lease=" + lease + ": must be a second or more");
    }
  }
}
