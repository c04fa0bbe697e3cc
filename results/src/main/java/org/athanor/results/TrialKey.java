// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.util.Optional;

/**
 * Identifies a trial within its experiment; a resumed experiment has the same keys.
 *
 * @param framework the framework's label in the experiment
 * @param workload the workload's label in the experiment
 * @param storage the storage's label in the experiment; empty if the experiment has no key {@code
 *     storage}, as before that key existed
 * @param nodes number of nodes that work
 * @param repetition from 1; warm-ups count up to 0, so the last warm-up has 0, the one before −1
 */
public record TrialKey(
    String framework, String workload, Optional<String> storage, int nodes, int repetition) {

  public TrialKey {
    // Absent in files.
    storage = storage == null ? Optional.empty() : storage;
  }

  /** A trial of an experiment without a key {@code storage}. */
  public TrialKey(String framework, String workload, int nodes, int repetition) {
    this(framework, workload, Optional.empty(), nodes, repetition);
  }

  public boolean warmUp() {
    return repetition < 1;
  }

  /** The trial with another repetition. */
  public TrialKey withRepetition(int other) {
    return new TrialKey(framework, workload, storage, nodes, other);
  }

  /** Whether two trials are repetitions of one another. */
  public boolean repeats(TrialKey other) {
    return withRepetition(other.repetition).equals(other);
  }

  /**
   * The trial's id, usable as the name of a directory: {@code spark-terasort-1n-r3}, or {@code
   * spark-terasort-ssd-1n-r3} on a storage.
   */
  public String id() {
    return framework
        + "-"
        + workload
        + storage.map(label -> "-" + label).orElse("")
        + "-"
        + nodes
        + "n-"
        + (warmUp() ? "w" + -repetition : "r" + repetition);
  }
}
