// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.config;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * The devices of each node on which a job's intermediate data is written: map output, and what its
 * merges write (K. Ravindranathan, 2015, Table 6.3).
 */
public enum IntermediateTier {
  /** Any local directory. */
  ANY,
  /** Local directories on solid-state disks, if the node has one. */
  SSD,
  /** Local directories on other devices, if the node has one. */
  DISK;

  /**
   * Returns what a configuration chooses.
   *
   * @throws InvalidSettingException if {@code athanor.intermediate.tier} has an unknown value
   */
  public static IntermediateTier of(Configuration conf) {
    return switch (Values.text(conf, EngineKeys.INTERMEDIATE_TIER).toLowerCase(Locale.ROOT)) {
      case "any" -> ANY;
      case "ssd" -> SSD;
      case "disk" -> DISK;
      default -> throw Values.invalid(conf, EngineKeys.INTERMEDIATE_TIER);
    };
  }
}
