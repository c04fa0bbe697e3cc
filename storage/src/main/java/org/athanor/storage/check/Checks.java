// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.check;

/** Returns the value that it is given, or throws an {@link IllegalArgumentException}. */
public final class Checks {
  private Checks() {}

  public static String notEmpty(String what, String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException(what + " is empty: must have a name");
    }
    return value;
  }

  public static String absolute(String what, String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(what + "=\"" + path + "\": must begin with /");
    }
    return path;
  }

  public static long atLeast(long minimum, String what, long value) {
    if (value < minimum) {
      throw new IllegalArgumentException(what + "=" + value + ": must be " + minimum + " or more");
    }
    return value;
  }

  public static double positive(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + "=" + value + ": must be above 0 and finite");
    }
    return value;
  }
}
