// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import java.util.OptionalDouble;
import org.athanor.simulator.mapreduce.JobRecord;

/**
 * A job that ran on one of several clusters. Times are in seconds since the beginning.
 *
 * @param submitted when it came
 * @param started when it was placed; its input may have been on its way yet
 * @param record of its tasks, on its cluster; submitted there when its input was there
 */
public record PlacedJob(
    String name, String cluster, double submitted, double started, JobRecord record) {

  /** Seconds from submission to end. */
  public double seconds() {
    return record.end() - submitted;
  }

  /** Whether it ended later than it should. */
  public boolean isLate() {
    OptionalDouble within = record.spec().terms().withinSeconds();
    return within.isPresent() && seconds() > within.getAsDouble();
  }
}
