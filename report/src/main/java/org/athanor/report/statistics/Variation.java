// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.statistics;

import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/** How much values differ from each other. */
public final class Variation {

  private Variation() {}

  /** Standard deviation (n - 1) divided by the mean; 0 for a single value or a mean of 0. */
  public static double coefficient(Sample sample) {
    double mean = Mean.of(sample.values()).getAsDouble();
    return sample.size() < 2 || mean == 0
        ? 0
        : StandardDeviation.of(sample.values()).getAsDouble() / mean;
  }
}
