// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import java.util.List;
import java.util.Optional;
import org.athanor.simulator.hdfs.SimulatedFile;
import org.athanor.storage.tier.Tier;

/** Counts what a planner's decisions are worth for the accesses after them. */
final class Service {
  private final Planning planning;
  private final long[] bytes;
  private final int[] usual;
  private final ClairvoyantBound bound;
  private ServedAccesses counted = ServedAccesses.NONE;

  /** Counts from the first decision on. */
  Service(Planning planning, List<SimulatedFile> files) {
    this.planning = planning;
    bytes = files.stream().mapToLong(SimulatedFile::bytes).toArray();
    usual = files.stream().mapToInt(SimulatedFile::replication).toArray();
    bound = new ClairvoyantBound(planning, bytes);
  }

  /**
   * Adds a period's accesses.
   *
   * @param tiers of each file, as was decided
   * @param replicas of each file on its tier
   */
  void count(PeriodAccesses period, Tier[] tiers, int[] replicas) {
    double all = 0;
    double usually = 0;
    double served = 0;
    for (int file : period.files()) {
      all += (double) bytes[file] * period.opens(file);
      Optional<Tier> cache = cache();
      if (cache.isPresent()) {
        boolean cached = tiers[file].equals(cache.get());
        served += cached ? (double) bytes[file] * period.opens(file) : 0;
      } else {
        int there = tiers[file].equals(planning.home()) ? replicas[file] : 0;
        usually += (double) bytes[file] * period.opensWith(file, usual[file]);
        served += (double) bytes[file] * period.opensWith(file, there);
      }
    }
    counted = counted.plus(new ServedAccesses(all, usually, served, bound.of(period)));
  }

  /** The tier whose copies serve accesses; empty if replicas do. */
  private Optional<Tier> cache() {
    if (planning instanceof Planning.Region region) {
      return Optional.of(region.cache());
    }
    return planning instanceof Planning.Serve serve
        ? serve.ssd().map(Planning.Ssd::tier)
        : Optional.empty();
  }

  ServedAccesses counted() {
    return counted;
  }
}
