// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

/**
 * An access that has ended.
 *
 * @param path of the file
 * @param node of the client
 * @param writes whether it is a write
 * @param bytes of the file; 0 if it failed
 * @param startSeconds since the beginning of the simulation; a read of a file that was being
 *     written began when that was done
 * @param endSeconds since the beginning of the simulation
 * @param failure why it failed, one line; empty if it did not
 */
public record AccessRecord(
    String path,
    int node,
    boolean writes,
    long bytes,
    double startSeconds,
    double endSeconds,
    String failure) {

  static AccessRecord of(
      Access access, long bytes, double startSeconds, double endSeconds, String failure) {
    boolean writes = access instanceof Access.Write;
    return new AccessRecord(
        access.path(), access.node(), writes, bytes, startSeconds, endSeconds, failure);
  }

  public boolean failed() {
    return !failure.isEmpty();
  }

  /** Seconds from begin to end. */
  public double seconds() {
    return endSeconds - startSeconds;
  }

  /** Bytes per second; infinite for an access that took no time. */
  public double rate() {
    return bytes / seconds();
  }
}
