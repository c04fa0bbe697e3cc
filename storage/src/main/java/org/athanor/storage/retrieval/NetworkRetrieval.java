// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

/**
 * Prefers near replicas (K. Ravindranathan, 2015, section 4.2.3): the weight is {@code step^(-d /
 * 2)} at distance {@code d}. The paper does not publish its weights. With a step of 16, a reader
 * with one local, one rack-local and one remote replica reads 94 % of the blocks from the first (1
 * / (1 + 1/16 + 1/256)). HDFS itself takes the nearest replica always, which is the limit of a
 * large step.
 */
public final class NetworkRetrieval implements RetrievalPolicy {
  /** The largest step. */
  public static final double MAX_STEP = 1e6;

  /** Distances beyond are weighed as this one. */
  private static final int MAX_DISTANCE = 16;

  private final double[] weightByDistance = new double[MAX_DISTANCE + 1];

  /**
   * Creates the policy.
   *
   * @param step how much less a replica weighs with each step of distance, such as from the node to
   *     its rack; from 1 (distance has no influence) to {@link #MAX_STEP}
   */
  public NetworkRetrieval(double step) {
    checkStep(step);
    for (int distance = 0; distance <= MAX_DISTANCE; distance++) {
      weightByDistance[distance] = StrictMath.pow(step, -distance / 2.0);
    }
  }

  /**
   * Checks the step of a policy.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public static void checkStep(double step) {
    if (!(step >= 1 && step <= MAX_STEP)) {
      throw new IllegalArgumentException("step=" + step + ": must be from 1 to " + MAX_STEP);
    }
  }

  @Override
  public double weight(int distance, int tierRank, int load) {
    return weightByDistance[Math.min(distance, MAX_DISTANCE)];
  }
}
