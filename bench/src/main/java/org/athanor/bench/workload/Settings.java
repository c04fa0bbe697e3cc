// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.yaml.text.Decimals;
import org.athanor.yaml.text.Nearest;

/** The values of a workload's parameters, with defaults. */
final class Settings {
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);

  private final Map<String, String> values = new LinkedHashMap<>();

  Settings(List<Parameter> parameters, Map<String, String> given) {
    for (Parameter parameter : parameters) {
      String value = given.getOrDefault(parameter.name(), parameter.fallback());
      if (!value.isEmpty()) {
        values.put(parameter.name(), value);
      }
    }
  }

  Map<String, String> all() {
    return Map.copyOf(values);
  }

  Optional<String> get(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /** The parameter by which the user brings the data; empty if Athanor generates it. */
  Optional<String> usersData() {
    return Stream.of("input", InputCommand.KEY).filter(values::containsKey).findFirst();
  }

  String text(String name) {
    return get(name).orElse("");
  }

  /** A size in bytes; 0 if the value is not a size. */
  long bytes(String name) {
    Matcher size = SIZE.matcher(text(name).strip());
    if (!size.matches()) {
      return 0;
    }
    int power = "kmgt".indexOf(size.group(2).toLowerCase(java.util.Locale.ROOT)) + 1;
    BigDecimal factor = BigDecimal.valueOf(1L << (10 * (size.group(2).isEmpty() ? 0 : power)));
    BigDecimal bytes = new BigDecimal(size.group(1)).multiply(factor);
    return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 ? 0 : bytes.longValue();
  }

  /** A whole number; 0 if the value is not a whole number. */
  long count(String name) {
    return text(name).matches("\\d{1,18}") ? Long.parseLong(text(name)) : 0;
  }

  /** Formats a size exactly, in the largest unit that needs no fraction. */
  static String format(long bytes) {
    String units = "kmgt";
    int power = 0;
    while (power < units.length() && bytes != 0 && bytes % 1024 == 0) {
      bytes /= 1024;
      power++;
    }
    return power == 0 ? Long.toString(bytes) : bytes + units.substring(power - 1, power);
  }

  /** Adds a problem if a whole number is out of bounds. */
  void checkCount(String name, long min, long max, List<String> problems) {
    if (get(name).isPresent() && (count(name) < min || count(name) > max)) {
      problems.add(name + ": must be from " + min + " to " + max);
    }
  }

  /** Adds a problem if a number is out of bounds, or none. */
  void checkDecimal(String name, BigDecimal min, BigDecimal max, List<String> problems) {
    if (get(name).isPresent()) {
      boolean allowed =
          Decimals.parse(text(name))
              .filter(number -> number.compareTo(min) >= 0 && number.compareTo(max) <= 0)
              .isPresent();
      if (!allowed) {
        problems.add(name + ": must be from " + min.toPlainString() + " to " + max.toPlainString());
      }
    }
  }

  /** Adds a problem if a size is out of bounds. */
  void checkSize(String name, long min, long max, List<String> problems) {
    if (get(name).isPresent() && (bytes(name) < min || bytes(name) > max)) {
      problems.add(name + ": must be a size from " + format(min) + " to " + format(max));
    }
  }

  /** Adds a problem if a word is not allowed. */
  void checkWord(String name, List<String> allowed, List<String> problems) {
    if (get(name).isPresent() && !allowed.contains(text(name))) {
      problems.add(
          name + ": must be " + String.join(" or ", allowed) + Nearest.hint(text(name), allowed));
    }
  }

  /** Makes an empty list to which problems can be added. */
  static List<String> noProblems() {
    return new ArrayList<>();
  }
}
