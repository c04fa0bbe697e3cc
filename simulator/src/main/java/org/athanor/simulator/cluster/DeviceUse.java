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

  /** Whether it stores blocks of HDFS. */
  public boolean storesBlocks() {
    return this != LOCAL;
  }

  /** Whether it stores intermediate data of tasks. */
  public boolean storesIntermediateData() {
    return this != HDFS;
  }
}
