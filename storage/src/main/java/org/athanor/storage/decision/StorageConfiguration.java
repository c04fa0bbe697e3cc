// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

/** Where a job's data are (K. Ravindranathan, 2015, Table 6.3). */
public enum StorageConfiguration {
  /** Config-1: input and intermediate data on disks; the default. */
  CONFIG_1(false, false),
  /** Config-2: both on SSDs. */
  CONFIG_2(true, true),
  /** Config-3: input on SSDs, intermediate data on disks. */
  CONFIG_3(true, false),
  /** Config-4: input on disks, intermediate data on SSDs. */
  CONFIG_4(false, true);

  private final boolean inputOnSsd;
  private final boolean intermediateOnSsd;

  StorageConfiguration(boolean inputOnSsd, boolean intermediateOnSsd) {
    this.inputOnSsd = inputOnSsd;
    this.intermediateOnSsd = intermediateOnSsd;
  }

  /** Whether the input in HDFS should have a copy on SSDs. */
  public boolean inputOnSsd() {
    return inputOnSsd;
  }

  /** Whether intermediate data should be written to SSDs. */
  public boolean intermediateOnSsd() {
    return intermediateOnSsd;
  }
}
