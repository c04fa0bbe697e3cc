// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.List;
import java.util.Optional;
import org.athanor.yaml.Problem;

/**
 * What the check of an experiment found.
 *
 * @param problems reasons why a run would not start
 * @param forecast what a run would do; empty if there are problems
 * @param exitCode 0 if a run would start, 2 if not, 130 if the check was interrupted
 */
public record CheckOutcome(List<Problem> problems, Optional<Forecast> forecast, int exitCode) {

  public CheckOutcome {
    problems = List.copyOf(problems);
  }
}
