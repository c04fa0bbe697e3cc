// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Map;

/**
 * A workload, as the experiment file specifies it.
 *
 * @param kind such as {@code terasort}
 * @param label the workload's name in results, unique in the experiment
 * @param settings parameters as written in the file, without defaults
 */
public record WorkloadSpec(String kind, String label, Map<String, String> settings) {

  public WorkloadSpec {
    settings = Map.copyOf(settings);
  }
}
