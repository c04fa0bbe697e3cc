// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

/** A sample on its way from the probes to the file. */
final class SampleRow {

  /** Seconds since the trial's start. */
  final double seconds;

  /** One value per column; {@code NaN} means not available. */
  final double[] values;

  SampleRow(double seconds, double[] values) {
    this.seconds = seconds;
    this.values = values;
  }
}
