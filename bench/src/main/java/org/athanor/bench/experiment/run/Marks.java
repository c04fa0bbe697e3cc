// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.Set;
import org.athanor.cluster.Mark;

/**
 * The marks of a run's processes.
 *
 * @param run the mark of all of them
 */
record Marks(Mark run) {

  /** The mark of daemons and clients of the framework that is deployed. */
  Mark framework() {
    return run.part("framework");
  }

  /** The mark of the file system's daemons, which work for the framework. */
  Mark storage() {
    return run.part("storage");
  }

  /** The mark of what a workload needs beside the framework, such as a message broker. */
  Mark services() {
    return run.part("services");
  }

  /** The mark of the monitors, and of what holds memory: an agent counts it as its own. */
  Mark monitors() {
    return run.part("monitors");
  }

  /** The mark of generators, checks and short commands. */
  Mark tools() {
    return run.part("tools");
  }

  /** The mark of the user's commands before and after trials, and of what they leave running. */
  Mark hooks() {
    return run.part("hooks");
  }

  /** The marks of the processes whose CPU time does not count as a disturbance of a trial. */
  Set<Mark> ofTrial() {
    return Set.of(framework(), storage(), services(), hooks());
  }
}
