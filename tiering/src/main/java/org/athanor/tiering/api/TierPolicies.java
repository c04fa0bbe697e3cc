// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.tiering.plan.StoragePolicy;

/** HDFS's stock storage policies as sets of tiers, each of which has all blocks of a file. */
final class TierPolicies {
  private static final Map<StoragePolicy, Set<FileTier>> TIERS = new EnumMap<>(StoragePolicy.class);

  static {
    TIERS.put(StoragePolicy.HOT, EnumSet.of(FileTier.DISK));
    TIERS.put(StoragePolicy.COLD, EnumSet.of(FileTier.ARCHIVE));
    TIERS.put(StoragePolicy.WARM, EnumSet.of(FileTier.DISK, FileTier.ARCHIVE));
    TIERS.put(StoragePolicy.ONE_SSD, EnumSet.of(FileTier.SSD, FileTier.DISK));
    TIERS.put(StoragePolicy.ALL_SSD, EnumSet.of(FileTier.SSD));
  }

  private TierPolicies() {}

  /** The policy with a name, if it is one of sets of these tiers. */
  static Optional<StoragePolicy> named(String name) {
    return TIERS.keySet().stream().filter(policy -> policy.name().equals(name)).findFirst();
  }

  /** The tiers of a policy that {@link #named} finds. */
  static Set<FileTier> tiers(StoragePolicy policy) {
    return EnumSet.copyOf(TIERS.get(policy));
  }

  /** The policy with exactly these tiers; empty if HDFS has none. */
  static Optional<StoragePolicy> of(Set<FileTier> tiers) {
    return TIERS.entrySet().stream()
        .filter(policy -> policy.getValue().equals(tiers))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Replicas of a block that are written when a file changes its policy or number of replicas. */
  static int written(StoragePolicy from, int fromReplicas, StoragePolicy to, int toReplicas) {
    int written = 0;
    for (FileTier tier : FileTier.values()) {
      int had = from.copies(tier.device(), fromReplicas);
      written += Math.max(0, to.copies(tier.device(), toReplicas) - had);
    }
    return written;
  }
}
