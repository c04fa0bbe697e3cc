// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.monitor;

/** A sample on its way from the probes to the file. */
final class SampleRow {

  /** Since the trial's start. */
  final double seconds;

  /** One per column, {@code NaN} for not available. */
  final double[] values;

  SampleRow(double seconds, double[] values) {
    this.seconds = seconds;
    this.values = values;
  }
}
