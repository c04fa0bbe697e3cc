// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run of a workload.
 *
 * @param settings parameters as the experiment sets them, without defaults
 * @param dataset the result of {@link Workload#dataset}
 * @param datasets URI of the directory with all datasets, on the experiment's file system
 * @param output URI of a directory that does not exist yet
 * @param work URI of a directory for intermediate data between jobs
 * @param parts number of part files that the output should have, at least 1
 * @param environment environment variables by which a user's commands find the framework
 * @param stream where the records of a {@link Stream} are, for a workload that reads one
 */
public record WorkloadRun(
    Map<String, String> settings,
    Optional<Dataset> dataset,
    String datasets,
    String output,
    String work,
    int parts,
    Map<String, String> environment,
    WorkloadTools tools,
    Optional<StreamAccess> stream) {

  public WorkloadRun {
    settings = Map.copyOf(settings);
    environment = Map.copyOf(environment);
  }

  /** A run of a workload that reads no stream. */
  public WorkloadRun(
      Map<String, String> settings,
      Optional<Dataset> dataset,
      String datasets,
      String output,
      String work,
      int parts,
      Map<String, String> environment,
      WorkloadTools tools) {
    this(settings, dataset, datasets, output, work, parts, environment, tools, Optional.empty());
  }

  /**
   * Where a program finds its stream.
   *
   * @param bootstrap addresses of Kafka's brokers, {@code HOST:PORT,…}
   * @param connector jars by which the framework reads from Kafka
   */
  public record StreamAccess(String bootstrap, List<Path> connector) {
    public StreamAccess {
      connector = List.copyOf(connector);
    }
  }

  /** URI of the input; an empty string if the workload has no input. */
  public String input() {
    return dataset.map(some -> some.input(datasets)).orElse("");
  }
}
