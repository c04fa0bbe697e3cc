// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A workload, as the experiment file specifies it.
 *
 * @param kind such as {@code terasort}
 * @param label the workload's name in results, unique in the experiment
 * @param settings parameters as written in the file, without defaults
 * @param timeout time limit of its trials; if empty, that of the experiment
 * @param hooks commands before and after its trials
 */
public record WorkloadSpec(
    String kind,
    String label,
    Map<String, String> settings,
    Optional<Duration> timeout,
    Hooks hooks) {

  public WorkloadSpec {
    settings = Map.copyOf(settings);
  }

  /** A workload with the time limit of the experiment and without hooks. */
  public WorkloadSpec(String kind, String label, Map<String, String> settings) {
    this(kind, label, settings, Optional.empty(), Hooks.NONE);
  }
}
