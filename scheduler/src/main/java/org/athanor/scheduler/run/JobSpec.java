// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.Sla;

/**
 * A job of a run. Jobs of nested workflows are among those of the run.
 *
 * @param name unique in the run; a job of a nested workflow has that one's job before it, {@code
 *     outer/inner}
 * @param directory that of the workflow file; relative paths of local files begin there
 * @param after names of all jobs that must have succeeded before
 * @param slas by when it shall have ended: its own promise, and those of the jobs that nest it
 */
public record JobSpec(
    String name, Job job, Path directory, Set<String> after, java.util.List<Sla> slas) {

  /**
   * What makes a job another one: its result is not kept if this text has changed. Rules, such as
   * retries, are not in it.
   */
  public String definition() {
    return String.join(
        "\n",
        job.program().toString(),
        job.inputs().toString(),
        job.outputs().toString(),
        new java.util.TreeMap<>(job.settings()).toString(),
        new java.util.TreeSet<>(after).toString(),
        directory.toString());
  }

  /** The last moment at which all promises are met; empty if there are none. */
  public Optional<java.time.Instant> deadline(java.time.Instant start) {
    return slas.stream().map(sla -> sla.deadline(start)).min(java.time.Instant::compareTo);
  }
}
