// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import org.athanor.simulator.hdfs.SimulatedFile;

/**
 * An access that has ended.
 *
 * @param path of the file
 * @param node of the client
 * @param writes whether it is a write
 * @param bytes of the file; 0 if it failed
 * @param replicas that each block of the file has at the end, at least; 0 if it failed
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
    int replicas,
    double startSeconds,
    double endSeconds,
    String failure) {

  /** An access that has read or written all of a file. */
  static AccessRecord done(
      Access access, SimulatedFile file, double startSeconds, double endSeconds) {
    return new AccessRecord(
        access.path(),
        access.node(),
        access instanceof Access.Write,
        file.bytes(),
        file.fewestReplicas(),
        startSeconds,
        endSeconds,
        "");
  }

  /** An access that failed. */
  static AccessRecord failed(Access access, double startSeconds, double endSeconds, String why) {
    return new AccessRecord(
        access.path(),
        access.node(),
        access instanceof Access.Write,
        0,
        0,
        startSeconds,
        endSeconds,
        why);
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
