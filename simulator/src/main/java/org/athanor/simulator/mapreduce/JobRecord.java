// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.mapreduce;

import java.util.Optional;
import org.athanor.simulator.job.JobSpec;

/**
 * A job that has ended. Times are in seconds since the beginning of the simulation.
 *
 * @param maps their number
 * @param firstTask when its first task got a slot; not a number if none did before the job failed
 * @param mapsEnd when its last map ended; not a number if not all did before the job failed
 * @param end when it ended
 * @param nodeLocal attempts of maps on a node with their input, or of maps without input
 * @param rackLocal attempts of maps in a rack with their input
 * @param otherRack attempts of maps elsewhere
 * @param failure why the job failed; empty if it has done its work
 */
public record JobRecord(
    JobSpec spec,
    int maps,
    double firstTask,
    double mapsEnd,
    double end,
    int nodeLocal,
    int rackLocal,
    int otherRack,
    Optional<String> failure) {

  /** Seconds from submission to end. */
  public double seconds() {
    return end - spec.submitSeconds();
  }
}
