// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

/** How much of a {@link Resource} was used, or why nobody knows. Absent is not zero. */
public sealed interface Amount {

  /**
   * A measured amount.
   *
   * @param value in the unit of the resource, from 0 on
   */
  record Known(double value) implements Amount {
    public Known {
      if (!(value >= 0 && value <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException("amount=" + value + ": must be a number from 0 on");
      }
      // Negative zero is zero.
      value += 0.0;
    }
  }

  /**
   * @param reason one line that names what is missing
   */
  record Unknown(String reason) implements Amount {
    public Unknown {
      Checks.text("reason", reason);
    }
  }

  static Amount of(double value) {
    return new Known(value);
  }

  static Amount unknown(String reason) {
    return new Unknown(reason);
  }
}
