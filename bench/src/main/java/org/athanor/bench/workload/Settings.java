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
import org.athanor.bench.words.Nearest;

/** A workload's parameters, defaults filled in. */
final class Settings {
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)\\s*([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);

  private final Map<String, String> values = new LinkedHashMap<>();

  Settings(List<Parameter> parameters, Map<String, String> said) {
    for (Parameter parameter : parameters) {
      String value = said.getOrDefault(parameter.name(), parameter.fallback());
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

  String text(String name) {
    return get(name).orElse("");
  }

  /** Bytes; 0 if it is not a size. */
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

  /** A whole number; 0 if it is none. */
  long count(String name) {
    return text(name).matches("\\d{1,18}") ? Long.parseLong(text(name)) : 0;
  }

  /** Bytes as people write them, exactly. */
  static String shortest(long bytes) {
    String units = "kmgt";
    int power = 0;
    while (power < units.length() && bytes != 0 && bytes % 1024 == 0) {
      bytes /= 1024;
      power++;
    }
    return power == 0 ? Long.toString(bytes) : bytes + units.substring(power - 1, power);
  }

  /** Adds what is wrong with a whole number. */
  void checkCount(String name, long least, long most, List<String> problems) {
    if (get(name).isPresent() && (count(name) < least || count(name) > most)) {
      problems.add(name + ": must be from " + least + " to " + most);
    }
  }

  /** Adds what is wrong with a size. */
  void checkSize(String name, long least, long most, List<String> problems) {
    if (get(name).isPresent() && (bytes(name) < least || bytes(name) > most)) {
      problems.add(name + ": must be a size from " + shortest(least) + " to " + shortest(most));
    }
  }

  /** Adds what is wrong with a word. */
  void checkWord(String name, List<String> allowed, List<String> problems) {
    if (get(name).isPresent() && !allowed.contains(text(name))) {
      problems.add(
          name + ": must be " + String.join(" or ", allowed) + Nearest.hint(text(name), allowed));
    }
  }

  /** A list to which problems are added. */
  static List<String> none() {
    return new ArrayList<>();
  }
}
