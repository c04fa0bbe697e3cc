// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

/**
 * A piece of work that occupies one engine thread until it is done. Equal only if it is the same
 * work.
 */
public interface Operation {
  /** Kinds in the order in which a job's waiting operations are begun. */
  enum Kind {
    /** Set-up, commit and abort of a job's output. */
    JOB,
    MAP,
    MERGE,
    REDUCE,
    /** A step of another operation, by a thread that has nothing else to do. */
    HELP
  }

  Kind kind();

  /** Whose turn it is decided by. */
  Share share();

  /**
   * Runs to the end, whatever happens; must not throw. The thread's interrupt status is clear
   * before and cleared after.
   */
  void run(WorkArea work);
}
