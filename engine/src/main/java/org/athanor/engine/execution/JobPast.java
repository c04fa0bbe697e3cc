// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.execution;

import java.util.List;

/**
 * What earlier masters have done for a job before they ended.
 *
 * @param masters how many masters have run the job, this one included; 0 if none but this process
 *     ever can
 * @param commitBegan whether a commit of the job's output had begun, whose end is unknown
 * @param finished tasks whose output the committer may still have
 */
public record JobPast(int masters, boolean commitBegan, List<FinishedTask> finished) {
  public static final JobPast NONE = new JobPast(0, false, List.of());

  /** How many attempts of a task one master can number, as Hadoop's. */
  private static final int ATTEMPTS_OF_MASTER = 1000;

  /** Returns the number of each task's first attempt, which no earlier master has used. */
  int firstAttempt() {
    return Math.max(0, masters - 1) * ATTEMPTS_OF_MASTER;
  }
}
