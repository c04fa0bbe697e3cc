// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

/**
 * An access that has ended.
 *
 * @param bytes of the file
 * @param endSeconds since the beginning of the simulation
 */
public record AccessRecord(Access access, long bytes, double endSeconds) {

  /** Seconds from begin to end. */
  public double seconds() {
    return endSeconds - access.startSeconds();
  }

  /** Bytes per second; infinite for an access that took no time. */
  public double rate() {
    return bytes / seconds();
  }
}
