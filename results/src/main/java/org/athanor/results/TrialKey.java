// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

/**
 * Which trial of an experiment: unique in it, and the same when the experiment is resumed.
 *
 * @param framework the framework's label in the experiment
 * @param workload the workload's label in the experiment
 * @param nodes number of nodes of the cluster
 * @param repetition from 1; for a warm-up its number counted down to 0, so the last warm-up is 0
 */
public record TrialKey(String framework, String workload, int nodes, int repetition) {

  public boolean warmUp() {
    return repetition < 1;
  }

  /** Usable as the name of a directory, such as {@code spark-terasort-1n-r3}. */
  public String id() {
    return framework
        + "-"
        + workload
        + "-"
        + nodes
        + "n-"
        + (warmUp() ? "w" + -repetition : "r" + repetition);
  }
}
