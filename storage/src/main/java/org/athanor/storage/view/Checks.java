// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.view;

/** Checks of values when they are created. */
final class Checks {
  private Checks() {}

  static String notEmpty(String what, String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException(what + " is empty: must have a name");
    }
    return value;
  }

  static long atLeast(long minimum, String what, long value) {
    if (value < minimum) {
      throw new IllegalArgumentException(what + "=" + value + ": must be " + minimum + " or more");
    }
    return value;
  }

  static String absolute(String what, String path) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(what + "=\"" + path + "\": must begin with /");
    }
    return path;
  }
}
