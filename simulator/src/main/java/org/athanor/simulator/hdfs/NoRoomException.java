// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

/** A block that finds no place: the simulated devices are full. */
public final class NoRoomException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoRoomException(String path, long bytes) {
    super(
        "no device has room for a block of "
            + bytes
            + " bytes of "
            + path
            + ": give the cluster more or larger devices, or fewer replicas");
  }
}
