// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.athanor.simulator.run.Scenario;

/**
 * Clusters and jobs of a file of several clusters.
 *
 * @param name the values that it has of the matrix, such as {@code between=1Gbit/s}; empty without
 *     one
 * @param clusters by name, one or more, in the order of the file: each with all jobs, as if all ran
 *     there
 * @param placing how jobs are placed
 */
public record ClustersVariant(String name, Map<String, Scenario> clusters, Placing placing) {

  public ClustersVariant {
    clusters = Collections.unmodifiableMap(new LinkedHashMap<>(clusters));
  }

  /**
   * The same variant. Large parts that are equal to those of another one are the other's, so that a
   * sweep has them in memory once.
   */
  ClustersVariant sharing(ClustersVariant other) {
    Map<String, Scenario> shared = new LinkedHashMap<>();
    clusters.forEach(
        (cluster, scenario) -> {
          Scenario same = scenario;
          for (Scenario each : other.clusters().values()) {
            same = same.sharing(each);
          }
          shared.put(cluster, same);
        });
    return new ClustersVariant(name, shared, placing);
  }
}
