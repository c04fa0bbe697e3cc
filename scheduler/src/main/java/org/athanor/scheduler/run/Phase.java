// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

/** Where a job of a run is. */
public enum Phase {
  /** Jobs before it have not all succeeded. */
  WAITING,
  /** A policy may choose a cluster for it. */
  READY,
  /**
   * A cluster was chosen; the input is being copied to its region, and the job's resources there
   * are reserved.
   */
  STAGING,
  /** Nothing is left to copy; outputs are checked or removed. */
  PREPARING,
  /** The attempt's identifier is committed; its process may exist, but has not been told to go. */
  LAUNCHING,
  /** The attempt's process is committed, and may have been told to go. */
  RUNNING,
  /** The attempt's process has ended; the ResourceManager is asked about its applications. */
  CHECKING,
  /** An attempt failed; the next one is due later. */
  BACKING_OFF,
  /** It succeeded. */
  SUCCEEDED,
  /** Its last attempt failed, or a nested workflow that it is in took too long. */
  FAILED,
  /** A user ended it. */
  KILLED,
  /** It did not run, because a job before it did not succeed. */
  SKIPPED;

  /** Whether nothing happens to the job any more, unless a user wants a retry. */
  public boolean isFinal() {
    return this == SUCCEEDED || this == FAILED || this == KILLED || this == SKIPPED;
  }

  /** Whether the job has an attempt that may do something. */
  public boolean isActive() {
    return this == STAGING
        || this == PREPARING
        || this == LAUNCHING
        || this == RUNNING
        || this == CHECKING;
  }
}
