// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.util.Optional;
import org.athanor.bench.experiment.plan.Selection;

/**
 * How to run an experiment file.
 *
 * @param resume whether to go on with a run that was interrupted, instead of beginning one
 * @param selection the part of the experiment to run
 * @param output the results' directory, whatever the file says
 * @param parent directory below which results go if neither says where
 */
public record RunOptions(boolean resume, Selection selection, Optional<Path> output, Path parent) {

  /** A new run of everything. */
  public static RunOptions defaults() {
    return new RunOptions(false, Selection.ALL, Optional.empty(), Path.of("athanor-results"));
  }
}
