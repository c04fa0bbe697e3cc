// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import org.athanor.storage.check.Checks;

/**
 * Parameters of AptStore's popularity (K. Ravindranathan, 2015, section 5.2.3). The text names c, s
 * and the bounds, but gives no values.
 *
 * @param periodMillis reference time RT, from 1; 12 to 24 h in the text
 * @param minIntervalMillis a_min, the shortest time between two accesses that makes a difference, 1
 *     to RT
 * @param constant c, what an access adds to a file of one block and popularity 1 if the one before
 *     was RT earlier; above 0
 * @param scale s: above 1 keeps more data on the primary tier, below 1 less; above 0
 * @param range bounds of popularity
 * @param load what the load does
 */
public record AptParameters(
    long periodMillis,
    long minIntervalMillis,
    double constant,
    double scale,
    PopularityRange range,
    LoadFactor load) {

  public AptParameters {
    Checks.atLeast(1, "periodMillis", periodMillis);
    if (minIntervalMillis < 1 || minIntervalMillis > periodMillis) {
      throw new IllegalArgumentException(
          "minIntervalMillis=" + minIntervalMillis + ": must be from 1 to " + periodMillis);
    }
    Checks.positive("constant", constant);
    Checks.positive("scale", scale);
  }

  /**
   * c = 1, s = 1, the default range, the load as printed, and a_min = RT: what an access adds does
   * not depend on how soon it follows within a period.
   *
   * <p>A shorter a_min prefers files with many accesses at once, as the text wants it for the
   * number of replicas. These are files that are not read again: on a day of Facebook's cluster the
   * ten most popular files of each hour had 7.0 % of the accesses of the next hour with a_min = RT,
   * 6.8 % with RT/10, 3.5 % with RT/60, and 1.5 % with RT/3600.
   */
  public static AptParameters of(long periodMillis) {
    return new AptParameters(
        periodMillis, periodMillis, 1, 1, PopularityRange.DEFAULT, LoadFactor.DIVIDE);
  }

  /**
   * What an access adds: c / (a(f) · l · b(f) · P(f)), equation 5.1, with a(f) = max(Δt, a_min) /
   * RT and b(f) = number of blocks.
   */
  double increment(double popularity, long intervalMillis, int blocks, double clusterLoad) {
    double interval = (double) Math.max(intervalMillis, minIntervalMillis) / periodMillis;
    return load.apply(constant / (interval * blocks * popularity), clusterLoad);
  }
}
