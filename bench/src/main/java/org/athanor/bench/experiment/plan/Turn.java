// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.plan;

import java.util.List;
import org.athanor.results.TrialKey;

/**
 * Trials that one deployment of a framework runs, one after the other. Its daemons come up before
 * and go down after them, so that frameworks never run beside each other.
 *
 * @param nodes number of nodes
 * @param framework its label
 */
public record Turn(int nodes, String framework, List<TrialKey> trials) {

  public Turn {
    trials = List.copyOf(trials);
  }
}
