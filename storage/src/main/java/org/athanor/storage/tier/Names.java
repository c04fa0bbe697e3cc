// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.tier;

import java.util.regex.Pattern;

/** Checks of names and network locations. */
final class Names {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");

  private Names() {}

  /** Accepts letters, digits, hyphens and underscores, so that names fit into keys of settings. */
  static String name(String what, String value) {
    if (!isName(value)) {
      throw new IllegalArgumentException(
          what
              + "=\""
              + value
              + "\": must begin with a letter or digit, and have only letters, digits, - and _");
    }
    return value;
  }

  static boolean isName(String value) {
    return NAME.matcher(value).matches();
  }

  /**
   * Accepts a network location: one or more names without blanks and commas, each after a slash.
   */
  static String location(String what, String value) {
    if (!isLocation(value)) {
      throw new IllegalArgumentException(
          what + "=\"" + value + "\": must be like /rack1 or /center1/rack1");
    }
    return value;
  }

  private static boolean isLocation(String value) {
    return value.startsWith("/")
        && !value.endsWith("/")
        && !value.contains("//")
        && value
            .chars()
            .noneMatch(c -> c == ',' || Character.isWhitespace(c) || Character.isISOControl(c));
  }
}
