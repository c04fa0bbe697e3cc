// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

/** A sample on its way from the probes to the file. */
public final class SampleRow {

  /** Seconds since the trial's start. */
  public final double seconds;

  /** One value per column; {@code NaN} means not available. */
  public final double[] values;

  public SampleRow(double seconds, double[] values) {
    this.seconds = seconds;
    this.values = values;
  }
}
