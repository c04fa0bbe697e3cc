// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

/**
 * Identifies a trial within its experiment; a resumed experiment has the same keys.
 *
 * @param framework the framework's label in the experiment
 * @param workload the workload's label in the experiment
 * @param nodes number of nodes of the cluster
 * @param repetition from 1; warm-ups count up to 0, so the last warm-up has 0, the one before −1
 */
public record TrialKey(String framework, String workload, int nodes, int repetition) {

  public boolean warmUp() {
    return repetition < 1;
  }

  /** The trial's id, usable as the name of a directory: {@code spark-terasort-1n-r3}. */
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
