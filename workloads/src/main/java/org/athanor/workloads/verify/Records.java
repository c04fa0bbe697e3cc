// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

/** Compares records and formats messages about them. */
final class Records {
  private static final int LONGEST = 60;

  private Records() {}

  /** Compares the records of an output with those of the input. */
  static void compare(String expected, MultisetDigest found) throws WrongOutputException {
    if (expected.equals(found.toString())) {
      return;
    }
    String count = expected.substring(0, expected.indexOf(' '));
    if (found.records() == 0) {
      throw new WrongOutputException("the output is empty; must have " + count + " records");
    }
    if (!count.equals(Long.toString(found.records()))) {
      throw new WrongOutputException(
          "the output has "
              + found.records()
              + " records; must have the "
              + count
              + " of the input");
    }
    throw new WrongOutputException(
        "the output has as many records as the input, "
            + count
            + ", but not the same: digest "
            + found.toString().substring(count.length() + 1)
            + ", must be "
            + expected.substring(count.length() + 1));
  }

  static String shown(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
