// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Duration;
import java.util.Optional;
import org.athanor.scheduler.workflow.Retries;

/**
 * A nested workflow of a run that has rules as a whole.
 *
 * @param name of the job that nests it; its own jobs have that and {@code /} before their names
 * @param retries of all of it, after its jobs have used theirs
 * @param timeout of one attempt at it, from when its first job may start
 */
public record NestedSpec(String name, Retries retries, Optional<Duration> timeout) {
  /** Between the names of a job that nests a workflow and of a job of that. */
  static final String SEPARATOR = "/";

  /** Whether a job, or another nested workflow, is in it at any depth. */
  public boolean contains(String other) {
    return other.startsWith(name + SEPARATOR);
  }
}
