// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.athanor.simulator.file.ClustersVariant;

/**
 * Jobs that are to be placed by a policy.
 *
 * @param variant clusters, jobs and rules
 * @param policy by its name
 * @param error by how large a part predictions are wrong at most, from 0 to 1
 */
public record PlacedItem(ClustersVariant variant, String policy, double error) {

  /** What results call it: values of the matrix, the policy, and the error if there is one. */
  public String name() {
    List<String> parts = new ArrayList<>();
    if (!variant.name().isEmpty()) {
      parts.add(variant.name());
    }
    parts.add(policy);
    if (error > 0) {
      BigDecimal percent = BigDecimal.valueOf(100 * error).setScale(4, RoundingMode.HALF_UP);
      parts.add("error=" + percent.stripTrailingZeros().toPlainString() + "%");
    }
    return String.join(",", parts);
  }

  /** The seed of all chance. */
  public long seed() {
    return variant.clusters().values().iterator().next().seed();
  }
}
