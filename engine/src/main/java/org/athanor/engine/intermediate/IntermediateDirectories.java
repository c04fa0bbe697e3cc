// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.intermediate;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.IntermediateTier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses, among a node's local directories, those for a job's intermediate data: on SSDs, on other
 * devices, or all, as {@link IntermediateTier} says. Where none is on such a device, any may be
 * used, and a warning says so: a node without an SSD does its part of the job on what it has.
 * Stateless.
 */
public final class IntermediateDirectories {
  private static final Logger LOG = LoggerFactory.getLogger(IntermediateDirectories.class);

  private final BlockDevices devices;

  /** Asks the kernel about devices that the configuration does not name. */
  public IntermediateDirectories() {
    this(new BlockDevices());
  }

  IntermediateDirectories(BlockDevices devices) {
    this.devices = devices;
  }

  /**
   * Chooses the directories.
   *
   * @param conf of the job
   * @param local existing directories, at least one
   * @return some of them in the same order, at least one
   * @throws org.athanor.engine.config.InvalidSettingException if {@code athanor.intermediate.tier}
   *     has an unknown value
   */
  public List<Path> choose(Configuration conf, List<Path> local) {
    IntermediateTier tier = IntermediateTier.of(conf);
    if (tier == IntermediateTier.ANY) {
      return local;
    }
    Predicate<Path> isOnSsd = isOnSsd(conf);
    List<Path> chosen =
        local.stream().filter(tier == IntermediateTier.SSD ? isOnSsd : isOnSsd.negate()).toList();
    if (chosen.isEmpty()) {
      LOG.warn(
          "{}={}: none of {} is on such a device, so any may be used; {} can name those on SSDs",
          EngineKeys.INTERMEDIATE_TIER.name(),
          conf.get(EngineKeys.INTERMEDIATE_TIER.name()),
          local,
          EngineKeys.INTERMEDIATE_SSD_DIRECTORIES.name());
      return local;
    }
    return chosen;
  }

  private Predicate<Path> isOnSsd(Configuration conf) {
    List<Path> named =
        conf.getTrimmedStringCollection(EngineKeys.INTERMEDIATE_SSD_DIRECTORIES.name()).stream()
            .map(IntermediateDirectories::path)
            .toList();
    return named.isEmpty()
        ? path -> devices.rotates(path).map(rotates -> !rotates).orElse(false)
        : path -> named.stream().anyMatch(path::startsWith);
  }

  /** Returns the path that a configuration names as such or as a URI. */
  static Path path(String configured) {
    return Path.of(new org.apache.hadoop.fs.Path(configured).toUri().getPath());
  }
}
