// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.util.OptionalLong;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.Configuration;

/**
 * The median and the range of a measure over a group of runs.
 *
 * @param group what the runs have in common
 * @param spread of the runs for which the measure is known
 */
public record Typical(Group group, Spread spread) {

  /**
   * What the runs of a group have in common.
   *
   * @param inputBytes size of the input, if it has one
   */
  public record Group(
      Application application,
      Configuration configuration,
      Cluster cluster,
      OptionalLong inputBytes) {}

  /**
   * Median, smallest and largest value, in the unit of the {@link Measure}.
   *
   * @param runs number of runs, from 1
   */
  public record Spread(long runs, double median, double least, double most) {}
}
