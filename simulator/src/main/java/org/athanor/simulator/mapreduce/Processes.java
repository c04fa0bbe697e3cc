// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

/** In which processes the tasks of a job run. */
interface Processes {
  /** Begins an attempt, after the start of its process if it needs a new one. */
  void begin(Attempt attempt);

  /** An attempt ends before it is done. */
  void leave(Attempt attempt);

  /** A node has failed, and all attempts on it have ended. */
  void lose(int node);

  /** Each task has its own. */
  Processes FOR_EACH_TASK =
      new Processes() {
        @Override
        public void begin(Attempt attempt) {
          attempt.startProcess(attempt::begin);
        }

        @Override
        public void leave(Attempt attempt) {
          // The process was its own.
        }

        @Override
        public void lose(int node) {
          // None is shared.
        }
      };
}
