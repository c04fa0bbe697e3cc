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
 */
public record RunSpec(
    String id, String workflow, Instant submitted, Optional<Sla> sla, List<JobSpec> jobs) {

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
