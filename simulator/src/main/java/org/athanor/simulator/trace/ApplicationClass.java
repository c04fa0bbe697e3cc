// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.trace;

/**
 * Kinds of jobs whose computing is known, with the bytes that they shuffle and write for each byte
 * of input: K. Ravindranathan, 2015, table 3.1.
 */
enum ApplicationClass {
  GREP(1e-4, 1e-4, 40, 10),
  TERA_SORT(1, 1, 40, 10),
  JOIN(0.1, 1e-3, 400, 100),
  AGGREGATE(0.01, 1e-3, 40, 20),
  INVERTED_INDEX(10, 0.1, 40, 10),
  PAGE_RANK(10, 1, 100, 20),
  SUMMARY(1e-3, 1e-6, 40, 10);

  private static final double LEAST_RATIO = 1e-7;

  private final double shuffle;
  private final double output;
  private final double mapCyclesPerByte;
  private final double reduceCyclesPerByte;

  ApplicationClass(
      double shuffle, double output, double mapCyclesPerByte, double reduceCyclesPerByte) {
    this.shuffle = shuffle;
    this.output = output;
    this.mapCyclesPerByte = mapCyclesPerByte;
    this.reduceCyclesPerByte = reduceCyclesPerByte;
  }

  double mapCyclesPerByte() {
    return mapCyclesPerByte;
  }

  double reduceCyclesPerByte() {
    return reduceCyclesPerByte;
  }

  /**
   * The class whose ratios are nearest, as logarithms. By {@link StrictMath}: a job that is nearly
   * between two classes must be of the same one on every JVM.
   */
  static ApplicationClass nearest(SwimJob job) {
    ApplicationClass nearest = GREP;
    double least = Double.POSITIVE_INFINITY;
    double input = Math.max(1, job.inputBytes());
    double shuffled = logarithm(job.shuffleBytes() / input);
    double written = logarithm(job.outputBytes() / input);
    for (ApplicationClass each : values()) {
      double distance =
          StrictMath.hypot(shuffled - logarithm(each.shuffle), written - logarithm(each.output));
      if (distance < least) {
        least = distance;
        nearest = each;
      }
    }
    return nearest;
  }

  private static double logarithm(double ratio) {
    return StrictMath.log10(Math.max(LEAST_RATIO, ratio));
  }
}
