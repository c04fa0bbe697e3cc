// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** Is told what happens, in the order of time. */
@FunctionalInterface
public interface JobLog {
  /** A job has ended, well or not. */
  void jobEnded(JobRecord job);

  /** A client has read or written a file, or has failed to. */
  default void accessEnded() {
    // Most are interested in jobs only.
  }

  /** An attempt to run a task has ended. */
  default void attemptEnded(AttemptRecord attempt) {
    // Most are interested in jobs only.
  }
}
