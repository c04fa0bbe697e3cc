// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.util.List;

/**
 * What one side of a comparison showed.
 *
 * @param workspace where it ran
 * @param exitCode what the program returned, -1 if it threw
 * @param thrown class and message of what the program threw, or null
 * @param jobs the jobs it submitted, in order
 * @param files all files below the output directory
 * @param leftovers files in temporary directories and the working directory that were not there
 *     before
 */
public record Observation(
    Workspace workspace,
    int exitCode,
    Throwable thrown,
    List<ObservedJob> jobs,
    FileTree files,
    List<String> leftovers) {

  /** The only job of the program. */
  public ObservedJob job() {
    if (jobs.size() != 1) {
      throw new IllegalStateException("expected one job, the program submitted " + jobs.size());
    }
    return jobs.get(0);
  }

  boolean succeeded() {
    return exitCode == 0 && thrown == null && jobs.stream().allMatch(ObservedJob::succeeded);
  }
}
