// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.results.Results;
import org.athanor.yaml.Problem;

/**
 * How a run ended.
 *
 * @param problems reasons why nothing was started; empty if the run was started
 * @param directory directory of the results, if there are any
 * @param exitCode 0 if all trials are verified, 1 if some are not, 2 if nothing was started, 130 if
 *     the run was interrupted
 */
public record RunOutcome(
    List<Problem> problems, Optional<Path> directory, Optional<Results> results, int exitCode) {
  static final int SUCCESS = 0;
  static final int FAILED = 1;
  static final int WRONG_USAGE = 2;
  static final int INTERRUPTED = 130;

  public RunOutcome {
    problems = List.copyOf(problems);
  }

  static RunOutcome refused(List<Problem> problems) {
    return new RunOutcome(problems, Optional.empty(), Optional.empty(), WRONG_USAGE);
  }
}
