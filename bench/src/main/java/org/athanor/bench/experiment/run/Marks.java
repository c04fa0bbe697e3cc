// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.Set;
import org.athanor.cluster.Mark;

/**
 * What the processes of one run belong to.
 *
 * @param run all of them
 */
record Marks(Mark run) {

  /** Daemons and clients of the framework whose turn it is. */
  Mark framework() {
    return run.part("framework");
  }

  /** The file system's daemons; they work for the framework. */
  Mark storage() {
    return run.part("storage");
  }

  /** The monitors. */
  Mark monitors() {
    return run.part("monitors");
  }

  /** Generators, checks, and short commands. */
  Mark tools() {
    return run.part("tools");
  }

  /** Whose CPU time does not disturb a trial. */
  Set<Mark> ofTrial() {
    return Set.of(framework(), storage());
  }
}
