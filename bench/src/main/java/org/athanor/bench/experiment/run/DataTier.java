// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.storage.decision.StorageConfiguration;

/** The devices that hold the inputs and outputs of a framework. */
public enum DataTier {
  /** Where a file system puts files by itself; in an HDFS with unlike volumes: disks. */
  DISK("", "HOT"),
  /** Solid-state disks; HDFS writes to disks what has no room there. */
  SSD("-ssd", "ALL_SSD");

  private final String suffix;
  private final String policy;

  DataTier(String suffix, String policy) {
    this.suffix = suffix;
    this.policy = policy;
  }

  /** The tier that a framework's key {@code storage} chooses. */
  static DataTier of(FrameworkSpec framework) {
    boolean ssd = framework.storage().map(StorageConfiguration::inputOnSsd).orElse(false);
    return ssd ? SSD : DISK;
  }

  /** The tier of a framework of an experiment. */
  static DataTier of(Experiment experiment, String label) {
    return experiment.frameworks().stream()
        .filter(framework -> framework.label().equals(label))
        .map(DataTier::of)
        .findFirst()
        .orElseThrow();
  }

  /** What the names of its directories end with. */
  String suffix() {
    return suffix;
  }

  /** HDFS's storage policy of its directories. */
  String policy() {
    return policy;
  }
}
