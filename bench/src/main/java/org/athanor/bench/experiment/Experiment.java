// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is to be compared, as an experiment file says it, with defaults filled in where they do not
 * depend on the machine.
 *
 * @param name letters, digits, {@code -}, {@code _} and {@code .}
 * @param sizes numbers of nodes to run with, ascending
 * @param cores per node for each framework; else all that the weakest node has
 * @param memory per node for each framework; else what the weakest node can spare
 * @param frameworks in the order of the report
 * @param repetitions measured trials of each combination, 1 or more
 * @param warmups trials before them that are not counted
 * @param timeout of one trial
 * @param baseline label of the framework that speed-ups refer to
 * @param seed of generated inputs
 * @param dropCaches whether page caches are dropped before each trial; needs root
 * @param monitors ids of those that sample; empty for all
 * @param interval between samples
 * @param work directory on every node for data, spills and outputs
 * @param output the results' directory; else one under {@code ./athanor-results}
 */
public record Experiment(
    String name,
    List<NodeSpec> nodes,
    List<Integer> sizes,
    FileSystemKind filesystem,
    Optional<Integer> cores,
    Optional<ByteSize> memory,
    List<FrameworkSpec> frameworks,
    List<WorkloadSpec> workloads,
    int repetitions,
    int warmups,
    Duration timeout,
    String baseline,
    long seed,
    boolean dropCaches,
    Set<String> monitors,
    Duration interval,
    Disturbance disturbance,
    Order order,
    Optional<Path> work,
    Optional<Path> output) {

  public Experiment {
    nodes = List.copyOf(nodes);
    sizes = List.copyOf(sizes);
    frameworks = List.copyOf(frameworks);
    workloads = List.copyOf(workloads);
    monitors = Set.copyOf(monitors);
  }
}
