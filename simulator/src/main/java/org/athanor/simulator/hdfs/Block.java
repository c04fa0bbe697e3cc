// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

/**
 * A block of a file.
 *
 * @param index of the block in its file, from 0
 */
public record Block(SimulatedFile file, int index) {

  public long bytes() {
    return file.bytesOf(index);
  }

  /** Devices that have it, as a new array. */
  public int[] replicas() {
    return file.replicas(index);
  }

  /** Whether it has more replicas than its file asks for. */
  boolean hasTooManyReplicas() {
    return replicas().length > file.replication();
  }

  /** Whether it has some replicas, and fewer than its file asks for. */
  boolean lacksReplicas() {
    int count = replicas().length;
    return count > 0 && count < file.replication();
  }
}
