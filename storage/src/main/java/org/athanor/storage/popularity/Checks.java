// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

/** Checks of arguments. */
final class Checks {
  private Checks() {}

  static String absolute(String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path=\"" + path + "\": must begin with /");
    }
    return path;
  }

  static long atLeast(long minimum, String what, long value) {
    if (value < minimum) {
      throw new IllegalArgumentException(what + "=" + value + ": must be " + minimum + " or more");
    }
    return value;
  }

  static double positive(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + "=" + value + ": must be above 0 and finite");
    }
    return value;
  }
}
