// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Checks that every database can store a value. Values are checked when they are created. */
final class Checks {
  private static final double MAX_AMOUNT = 1e100;

  private Checks() {}

  /** Accepts any text without NUL characters and unpaired surrogates. */
  static String text(String name, String value) {
    if (value.indexOf('\0') >= 0 || !UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException(
          name + " has a NUL character or an unpaired surrogate: must be valid Unicode text");
    }
    return value;
  }

  static Optional<String> text(String name, Optional<String> value) {
    value.ifPresent(text -> text(name, text));
    return value;
  }

  /** Checks keys and values; returns a sorted copy. */
  static Map<String, String> texts(String name, Map<String, String> values) {
    values.forEach(
        (key, value) -> {
          text(name, key);
          text(name, value);
        });
    return Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /** Accepts numbers from 0 to a limit whose square databases can still compute. */
  static double amount(String name, double value) {
    if (!(value >= 0 && value <= MAX_AMOUNT)) {
      throw new IllegalArgumentException(name + "=" + value + ": must be from 0 to " + MAX_AMOUNT);
    }
    // Turns negative zero into zero.
    return value + 0.0;
  }

  static OptionalDouble amount(String name, OptionalDouble value) {
    value.ifPresent(amount -> amount(name, amount));
    return value;
  }

  static long atLeast(long minimum, String name, long value) {
    if (value < minimum) {
      throw new IllegalArgumentException(name + "=" + value + ": must be " + minimum + " or more");
    }
    return value;
  }
}
