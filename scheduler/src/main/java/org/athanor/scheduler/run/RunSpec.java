// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.workflow.Sla;

/**
 * What a run does.
 *
 * @param id unique among all runs, of lower-case letters, digits and {@code -}
 * @param submitted when it was submitted
 * @param jobs each after those that it depends on
 * @param nested nested workflows with rules of their own, each after those that are in it
 */
public record RunSpec(
    String id,
    String workflow,
    Instant submitted,
    Optional<Sla> sla,
    List<JobSpec> jobs,
    List<NestedSpec> nested) {

  /** A run without nested workflows that have rules. */
  public RunSpec(
      String id, String workflow, Instant submitted, Optional<Sla> sla, List<JobSpec> jobs) {
    this(id, workflow, submitted, sla, jobs, List.of());
  }

  /**
   * The run of a workflow.
   *
   * @param tree without problems
   */
  public static RunSpec of(String id, Instant submitted, WorkflowTree tree) {
    return new RunSpec(
        id, tree.workflow().orElseThrow(), submitted, tree.sla(), tree.jobs(), tree.nested());
  }

  /** The jobs by their names, in order. */
  public Map<String, JobSpec> byName() {
    Map<String, JobSpec> byName = new LinkedHashMap<>();
    jobs.forEach(job -> byName.put(job.name(), job));
    return byName;
  }

  /** By when the whole run shall have ended. */
  public Optional<Instant> deadline() {
    return sla.map(promise -> promise.deadline(submitted));
  }

  /** The job with a name. */
  public JobSpec job(String name) {
    return jobs.stream()
        .filter(job -> job.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("run " + id + ": has no job " + name));
  }
}
