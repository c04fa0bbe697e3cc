// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.util.Map;
import java.util.Optional;

/**
 * One run of a workload.
 *
 * @param settings its parameters as the experiment says them, without defaults
 * @param dataset what {@link Workload#dataset} gave
 * @param datasets URI of the directory where datasets are kept, on the experiment's file system
 * @param output URI of a directory that does not exist yet
 * @param work URI of a directory for what lies between jobs
 * @param parts number of part files the output is to have, at least 1
 * @param environment in which a user's commands find the framework
 */
public record WorkloadRun(
    Map<String, String> settings,
    Optional<Dataset> dataset,
    String datasets,
    String output,
    String work,
    int parts,
    Map<String, String> environment,
    WorkloadTools tools) {

  public WorkloadRun {
    settings = Map.copyOf(settings);
    environment = Map.copyOf(environment);
  }

  /** URI of the input; empty text if the workload has none. */
  public String input() {
    return dataset.map(some -> some.input(datasets)).orElse("");
  }
}
