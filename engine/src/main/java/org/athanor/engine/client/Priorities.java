// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import org.apache.hadoop.mapreduce.JobPriority;

/** Parses priorities, which clients send as a number ({@code Job.setPriority}) or as a name. */
final class Priorities {
  private static final JobPriority[] BY_NUMBER = {
    JobPriority.DEFAULT,
    JobPriority.VERY_LOW,
    JobPriority.LOW,
    JobPriority.NORMAL,
    JobPriority.HIGH,
    JobPriority.VERY_HIGH
  };

  private Priorities() {}

  /**
   * Parses a priority. A number above the range means the highest priority, one below it the
   * default.
   */
  static JobPriority parse(String text) throws IOException {
    try {
      int number = Integer.parseInt(text);
      return BY_NUMBER[Math.max(0, Math.min(number, BY_NUMBER.length - 1))];
    } catch (NumberFormatException notANumber) {
      try {
        return JobPriority.valueOf(text);
      } catch (IllegalArgumentException | NullPointerException unknown) {
        throw new IOException(
            "job priority "
                + text
                + ": must be a number from 0 (default) to 5 (very high)"
                + " or one of VERY_HIGH, HIGH, NORMAL, LOW, VERY_LOW, DEFAULT");
      }
    }
  }
}
