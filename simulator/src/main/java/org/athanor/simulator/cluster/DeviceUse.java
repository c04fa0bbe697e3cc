// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

/** What a storage device is for. */
public enum DeviceUse {
  /** Blocks of HDFS. */
  HDFS,
  /** Intermediate data of tasks. */
  LOCAL,
  /** Both. */
  ALL;

  boolean storesBlocks() {
    return this != LOCAL;
  }

  boolean storesIntermediateData() {
    return this != HDFS;
  }
}
