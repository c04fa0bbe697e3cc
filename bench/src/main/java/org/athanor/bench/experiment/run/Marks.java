// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.List;
import java.util.Set;
import org.athanor.cluster.Mark;

/**
 * What the processes of one run belong to.
 *
 * @param framework daemons and clients of the framework whose turn it is
 * @param storage the file system's daemons; they work for the framework
 * @param monitors the monitors
 * @param tools generators, checks, and short commands
 */
record Marks(Mark framework, Mark storage, Mark monitors, Mark tools) {

  /**
   * @param run unique on this machine
   */
  static Marks of(String run) {
    return new Marks(
        new Mark(run + "-framework"),
        new Mark(run + "-storage"),
        new Mark(run + "-monitors"),
        new Mark(run + "-tools"));
  }

  List<Mark> all() {
    return List.of(framework, storage, monitors, tools);
  }

  /** Whose CPU time does not disturb a trial. */
  Set<Mark> ofTrial() {
    return Set.of(framework, storage);
  }
}
