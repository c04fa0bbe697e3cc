// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.Optional;
import org.athanor.simulator.hdfs.FilePolicies;
import org.athanor.storage.retrieval.RetrievalPolicy;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;

/**
 * How HDFS decides on replicas.
 *
 * @param placement of new ones, by file; empty for HDFS's own rule
 * @param retrieval which is read; empty for HDFS's own rule
 * @param tiers of the cluster, for these policies
 * @param regions of the cluster, for these policies
 */
public record HdfsRules(
    Optional<FilePolicies> placement,
    Optional<RetrievalPolicy> retrieval,
    Optional<Tiers> tiers,
    Regions regions) {

  public HdfsRules {
    if (tiers.isEmpty() && (placement.isPresent() || retrieval.isPresent())) {
      throw new IllegalArgumentException("policies without tiers: must have the cluster's tiers");
    }
  }

  /** HDFS without policies. */
  public static HdfsRules stock() {
    return new HdfsRules(Optional.empty(), Optional.empty(), Optional.empty(), Regions.none());
  }
}
