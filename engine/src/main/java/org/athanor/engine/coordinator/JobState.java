// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.coordinator;

/** What has become true of a job. */
public enum JobState {
  /** Not submitted yet. */
  NEW,
  /** The committer is setting up. */
  SETTING_UP,
  /** Tasks run. */
  RUNNING,
  /** All tasks are done and the committer commits; a kill can still make it stop. */
  COMMITTING,
  /** The job will not succeed; its running attempts are told to end. */
  STOPPING,
  /** No attempt runs; the committer removes the output. */
  ABORTING,
  SUCCEEDED,
  FAILED,
  KILLED;

  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED || this == KILLED;
  }
}
