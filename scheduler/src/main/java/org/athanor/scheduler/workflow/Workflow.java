// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A valid workflow: names are unique, and dependencies have no circle.
 *
 * @param parameters after substitution, in the order of the file
 * @param schedule when it is run by itself
 * @param jobs each after those that it depends on, otherwise in the order of the file
 * @param dependencies at most one for each pair of jobs
 */
public record Workflow(
    String name,
    Map<String, String> parameters,
    Optional<Sla> sla,
    Optional<Schedule> schedule,
    List<Job> jobs,
    List<Dependency> dependencies) {

  /** What the job depends on. */
  public List<Dependency> dependenciesOf(String job) {
    return dependencies.stream().filter(dependency -> dependency.job().equals(job)).toList();
  }
}
