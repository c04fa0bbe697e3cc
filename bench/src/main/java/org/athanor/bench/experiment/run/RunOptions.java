// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.plan.Selection;

/**
 * How to run an experiment file.
 *
 * @param resume whether to resume a run that was interrupted, instead of beginning a new one
 * @param selection the part of the experiment to run
 * @param output directory of the results; overrides the experiment file
 * @param parent directory below which results are written if neither names a directory
 * @param overrides key of the experiment file → text of the value that is used instead of the
 *     file's; see {@link org.athanor.bench.experiment.file.Overrides}
 * @param project a Git working tree whose state the results shall have
 */
public record RunOptions(
    boolean resume,
    Selection selection,
    Optional<Path> output,
    Path parent,
    Map<String, String> overrides,
    Optional<Path> project) {

  public RunOptions {
    overrides = Map.copyOf(overrides);
  }

  /** Results tell of no project. */
  public RunOptions(
      boolean resume,
      Selection selection,
      Optional<Path> output,
      Path parent,
      Map<String, String> overrides) {
    this(resume, selection, output, parent, overrides, Optional.empty());
  }

  /** Runs the file with its own values. */
  public RunOptions(boolean resume, Selection selection, Optional<Path> output, Path parent) {
    this(resume, selection, output, parent, Map.of());
  }

  /** A new run of everything. */
  public static RunOptions defaults() {
    return new RunOptions(false, Selection.ALL, Optional.empty(), Path.of("athanor-results"));
  }
}
