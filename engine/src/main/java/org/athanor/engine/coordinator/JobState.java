// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/** The states of a job. */
public enum JobState {
  /** Not submitted yet. */
  NEW,
  /** The output committer sets the job up. */
  SETTING_UP,
  /** Tasks run. */
  RUNNING,
  /** All tasks are done, and the output committer commits the job; a kill can still stop it. */
  COMMITTING,
  /** The job will not succeed; its running attempts were told to stop. */
  STOPPING,
  /** No attempt runs; the output committer removes the job's output. */
  ABORTING,
  SUCCEEDED,
  FAILED,
  KILLED;

  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED || this == KILLED;
  }
}
