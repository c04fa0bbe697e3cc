// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.util.Map;

/**
 * A workload as the experiment file names it.
 *
 * @param kind such as {@code terasort}
 * @param label its name in results, unique in the experiment
 * @param settings its parameters as written, defaults not filled in
 */
public record WorkloadSpec(String kind, String label, Map<String, String> settings) {

  public WorkloadSpec {
    settings = Map.copyOf(settings);
  }
}
