// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.run.Phase;
import org.athanor.scheduler.run.RunState;

/**
 * A run in one line.
 *
 * @param jobs how many are in which phase; phases without jobs are missing
 */
public record RunSummary(
    String id,
    String workflow,
    Instant submitted,
    Optional<Instant> ended,
    boolean killed,
    boolean late,
    Map<Phase, Integer> jobs) {

  /** As {@link RunState#status()}. */
  public RunState.Status status() {
    if (ended.isEmpty()) {
      return RunState.Status.RUNNING;
    }
    if (jobs.keySet().stream().allMatch(phase -> phase == Phase.SUCCEEDED)) {
      return RunState.Status.SUCCEEDED;
    }
    return killed ? RunState.Status.KILLED : RunState.Status.FAILED;
  }

  /** How many jobs the run has. */
  public int count() {
    return jobs.values().stream().mapToInt(Integer::intValue).sum();
  }
}
