// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.predict;

import java.util.stream.DoubleStream;
import org.athanor.scheduler.ledger.Resources;

/**
 * How unlike two applications are in what they use: the greatest ratio of their amounts of one
 * resource, as a logarithm. 0 is the same, {@link #LIMIT} a factor of 2.
 */
final class Alikeness {
  /** Applications that differ more are not alike. */
  static final double LIMIT = Math.log(2);

  /** Amounts below are as good as nothing: a hundredth of a core, 1 MB, 10 kB/s. */
  private static final Resources LEAST = new Resources(0.01, 1e6, 1e4, 1e4);

  private Alikeness() {}

  static double distance(Resources a, Resources b) {
    return DoubleStream.of(
            distance(a.vcores(), b.vcores(), LEAST.vcores()),
            distance(a.memoryBytes(), b.memoryBytes(), LEAST.memoryBytes()),
            distance(a.diskBytesPerSecond(), b.diskBytesPerSecond(), LEAST.diskBytesPerSecond()),
            distance(
                a.networkBytesPerSecond(),
                b.networkBytesPerSecond(),
                LEAST.networkBytesPerSecond()))
        .max()
        .orElseThrow();
  }

  private static double distance(double a, double b, double least) {
    return Math.abs(Math.log(Math.max(a, least) / Math.max(b, least)));
  }
}
