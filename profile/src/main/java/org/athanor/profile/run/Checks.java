// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What every database can keep: checked when a value is made, so that storing it cannot fail. */
final class Checks {
  private static final double MAX_AMOUNT = 1e100;

  private Checks() {}

  /** Any text but one with NUL characters or unpaired surrogates. */
  static String text(String name, String value) {
    if (value.indexOf('\0') >= 0 || !UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException(
          name + " has a NUL character or half a surrogate pair: must be proper Unicode text");
    }
    return value;
  }

  static Optional<String> text(String name, Optional<String> value) {
    value.ifPresent(text -> text(name, text));
    return value;
  }

  /** A sorted copy. */
  static Map<String, String> texts(String name, Map<String, String> values) {
    values.forEach(
        (key, value) -> {
          text(name, key);
          text(name, value);
        });
    return Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /** From 0 to what databases can still square when they compute means. */
  static double amount(String name, double value) {
    if (!(value >= 0 && value <= MAX_AMOUNT)) {
      throw new IllegalArgumentException(name + "=" + value + ": must be from 0 to " + MAX_AMOUNT);
    }
    // Negative zero is zero.
    return value + 0.0;
  }

  static long atLeast(long minimum, String name, long value) {
    if (value < minimum) {
      throw new IllegalArgumentException(name + "=" + value + ": must be " + minimum + " or more");
    }
    return value;
  }
}
