// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import java.util.List;
import org.athanor.engine.run.Run;

/**
 * Moves the map output of one job between this Worker and the others. Thread-safe; no method blocks
 * or does I/O.
 */
public interface OutputExchange {
  /** That of a Worker that is alone: nothing is moved. */
  OutputExchange NONE =
      new OutputExchange() {
        @Override
        public boolean isNeeded() {
          return false;
        }

        @Override
        public void assign(int assignment, List<Integer> partitions) {}

        @Override
        public void withdraw(int assignment, List<Integer> partitions) {}

        @Override
        public void has(int assignment, int map) {}

        @Override
        public void keep(int map, int attempt, List<Run> runs) {
          runs.forEach(Run::release);
        }

        @Override
        public void publish(int map, int attempt) {}
      };

  /** Returns whether there may be other Workers. */
  default boolean isNeeded() {
    return true;
  }

  /** Has the others push their map output of some partitions to this Worker. */
  void assign(int assignment, List<Integer> partitions);

  /** Takes partitions of an assignment back. Without any, nothing of it is pushed any more. */
  void withdraw(int assignment, List<Integer> partitions);

  /** This Worker has a map's output for an assignment, because the map ran on it. */
  void has(int assignment, int map);

  /**
   * Keeps the output of an attempt that counts and ran on this Worker, and pushes it to the Workers
   * that want it, now or later.
   *
   * @param runs belong to the exchange from now on
   */
  void keep(int map, int attempt, List<Run> runs);

  /** An attempt at a map counts, on whichever Worker it ran. */
  void publish(int map, int attempt);
}
