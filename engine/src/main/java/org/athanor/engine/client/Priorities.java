// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import org.apache.hadoop.mapreduce.JobPriority;

/** Reads priorities as clients send them: a number ({@code Job.setPriority}) or a name. */
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

  /** Numbers above the range mean the highest priority, numbers below it the default one. */
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
