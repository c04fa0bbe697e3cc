// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.plan;

import java.util.List;
import java.util.Optional;
import org.athanor.results.TrialKey;

/**
 * Trials that one deployment of a framework runs, one after the other. The framework's daemons are
 * started before the first trial and ended after the last, so that no two frameworks run at the
 * same time.
 *
 * @param nodes number of nodes
 * @param storage label of the storage, as in the trials' keys
 * @param framework label of the framework
 */
public record TrialBatch(
    int nodes, Optional<String> storage, String framework, List<TrialKey> trials) {

  public TrialBatch {
    trials = List.copyOf(trials);
  }
}
