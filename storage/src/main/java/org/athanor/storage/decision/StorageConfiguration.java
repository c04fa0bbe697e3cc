// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.decision;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

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

  /** The name of the setting with a configuration's id, in results and in the catalogue of runs. */
  public static final String SETTING = "storage";

  private final boolean inputOnSsd;
  private final boolean intermediateOnSsd;

  StorageConfiguration(boolean inputOnSsd, boolean intermediateOnSsd) {
    this.inputOnSsd = inputOnSsd;
    this.intermediateOnSsd = intermediateOnSsd;
  }

  /** The configuration with an {@link #id}; empty if there is none. */
  public static Optional<StorageConfiguration> of(String id) {
    return Arrays.stream(values()).filter(known -> known.id().equals(id)).findFirst();
  }

  /** As users write it: {@code config-1}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the input in HDFS should have a copy on SSDs. */
  public boolean inputOnSsd() {
    return inputOnSsd;
  }

  /** Whether intermediate data should be written to SSDs. */
  public boolean intermediateOnSsd() {
    return intermediateOnSsd;
  }

  /** The {@link #id}. */
  @Override
  public String toString() {
    return id();
  }
}
