// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

/** The used amount of a {@link Resource}, or why it is unknown. An unknown amount is not zero. */
public sealed interface Amount {

  /**
   * A measured amount.
   *
   * @param value in the unit of the resource, 0 or more
   */
  record Known(double value) implements Amount {
    public Known {
      if (!(value >= 0 && value <= Double.MAX_VALUE)) {
        throw new IllegalArgumentException("amount=" + value + ": must be a number of 0 or more");
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
