// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.athanor.bench.experiment.file.Vocabulary;

/**
 * The words of experiment files before a batch system has given nodes to the job: there are as many
 * hosts as the job is to have, with invented names. Not thread-safe.
 */
final class FutureAllocation implements Vocabulary {
  private final Vocabulary words;
  private final int nodes;
  private boolean asked;

  /**
   * @param nodes 1 or more
   */
  FutureAllocation(Vocabulary words, int nodes) {
    this.words = words;
    this.nodes = nodes;
  }

  /** Whether a file that has been read with these words runs on the nodes of a job. */
  boolean asked() {
    return asked;
  }

  @Override
  public Map<String, FrameworkWords> frameworks() {
    return words.frameworks();
  }

  @Override
  public Map<String, List<Vocabulary.Option>> workloads() {
    return words.workloads();
  }

  @Override
  public Map<String, String> otherNames() {
    return words.otherNames();
  }

  @Override
  public Map<String, String> expand(String kind, Map<String, String> values) {
    return words.expand(kind, values);
  }

  @Override
  public List<String> monitors() {
    return words.monitors();
  }

  @Override
  public Set<String> serviceRoles() {
    return words.serviceRoles();
  }

  @Override
  public List<String> allocatedHosts() {
    asked = true;
    return IntStream.rangeClosed(1, nodes).mapToObj(n -> "node-" + n + ".allocation").toList();
  }
}
