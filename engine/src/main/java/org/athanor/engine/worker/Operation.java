// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

/**
 * A piece of work that occupies one engine thread until it is done. Two operations are equal only
 * if they are the same piece of work.
 */
public interface Operation {
  /** The kinds of operations, in the order in which a job's waiting operations begin. */
  enum Kind {
    /** Set-up, commit and abort of a job's output. */
    JOB,
    MAP,
    MERGE,
    REDUCE,
    /** A step of another operation, for a thread that has no other work. */
    IDLE
  }

  Kind kind();

  /** Returns the share that decides when the operation begins. */
  Share share();

  /**
   * Does the work. Must not throw. The thread's interrupt status is clear at the beginning and is
   * cleared again at the end.
   */
  void run(WorkArea work);
}
