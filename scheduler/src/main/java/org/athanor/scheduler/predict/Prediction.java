// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

/**
 * A predicted amount: seconds or joules.
 *
 * @param low lower end of the interval, from 0
 * @param middle the most likely amount, from {@code low}; for rankings
 * @param high upper end of the interval, from {@code middle}; for promises
 * @param level probability that the actual amount is in the interval, if runs are exchangeable; 0
 *     if nothing is known about it
 * @param runs number of runs that it was made from, from 0
 */
public record Prediction(
    double low, double middle, double high, double level, Source source, int runs) {

  /** Makes a prediction. */
  public Prediction {
    if (!(0 <= low && low <= middle && middle <= high && high < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "prediction " + low + ", " + middle + ", " + high + ": must be ascending from 0");
    }
  }

  /** The prediction if it surely takes so much more, from 0. */
  public Prediction plus(double more) {
    return more == 0
        ? this
        : new Prediction(low + more, middle + more, high + more, level, source, runs);
  }

  /**
   * The prediction for other settings, whose ratio to these ones is not known exactly.
   *
   * @param lowest the lowest ratio, not above {@code likely}
   * @param highest the highest ratio, not below {@code likely}
   * @param all runs that it is made from, also those that tell the ratio
   */
  Prediction withOtherSettings(double lowest, double likely, double highest, int all) {
    return new Prediction(
        low * lowest, middle * likely, high * highest, 0, Source.OTHER_SETTINGS, all);
  }

  /**
   * The prediction for another cluster, whose ratio to this one is not known exactly.
   *
   * @param lowest the lowest ratio, not above {@code likely}
   * @param highest the highest ratio, not below {@code likely}
   */
  Prediction elsewhere(double lowest, double likely, double highest) {
    return new Prediction(
        low * lowest, middle * likely, high * highest, 0, Source.OTHER_CLUSTER, runs);
  }
}
