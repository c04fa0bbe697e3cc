// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.util.OptionalLong;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.Configuration;

/**
 * What is typical of runs that are alike.
 *
 * @param group what they have in common
 * @param spread of those for which the measure is known
 */
public record Typical(Group group, Spread spread) {

  /**
   * What runs that are alike have in common.
   *
   * @param inputBytes size of the input, if it has one
   */
  public record Group(
      Application application,
      Configuration configuration,
      Cluster cluster,
      OptionalLong inputBytes) {}

  /**
   * The middle and the ends, in the unit of the {@link Measure}.
   *
   * @param runs how many, from 1 on
   */
  public record Spread(long runs, double median, double least, double most) {}
}
