// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.usage;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Arguments of the generator and of the check: operands, and options that each have a value. Throws
 * {@link UsageException} for wrong arguments. Immutable.
 */
public final class CommandLine {
  private static final Pattern SIZE =
      Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([kmgt]?)(?:i?b)?", Pattern.CASE_INSENSITIVE);

  private final List<String> operands = new ArrayList<>();
  private final Map<String, String> options = new LinkedHashMap<>();

  public CommandLine(String... arguments) {
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      if (!argument.startsWith("--")) {
        operands.add(argument);
      } else if (i + 1 == arguments.length) {
        throw wrong(argument, "must be followed by a value");
      } else {
        options.put(argument.substring(2), arguments[++i]);
      }
    }
  }

  /** Returns the exception for a wrong argument. */
  public static UsageException wrong(String argument, String allowed) {
    return new UsageException(argument + ": " + allowed);
  }

  public List<String> operands() {
    return List.copyOf(operands);
  }

  /** Throws if there are options other than these. */
  public void allow(List<String> names) {
    for (String name : options.keySet()) {
      if (!names.contains(name)) {
        throw wrong(
            "--" + name,
            "unknown; must be one of "
                + String.join(", ", names.stream().map(known -> "--" + known).toList()));
      }
    }
  }

  /** Returns the options other than these, name → value. */
  public Map<String, String> others(List<String> names) {
    Map<String, String> others = new LinkedHashMap<>(options);
    others.keySet().removeAll(names);
    return others;
  }

  public boolean has(String name) {
    return options.containsKey(name);
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(options.get(name));
  }

  /** Returns the value of a required option. */
  public String required(String name) {
    return text(name).orElseThrow(() -> wrong("--" + name, "is missing"));
  }

  public long number(String name, long min, long max, long fallback) {
    String text = options.get(name);
    if (text == null) {
      return fallback;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below.
    }
    throw wrong("--" + name + " " + text, "must be a whole number from " + min + " to " + max);
  }

  public double decimal(String name, double min, double max, double fallback) {
    String text = options.get(name);
    if (text == null) {
      return fallback;
    }
    try {
      double value = Double.parseDouble(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Reported below.
    }
    throw wrong("--" + name + " " + text, "must be a number from " + min + " to " + max);
  }

  /** Returns a size in bytes. Units are powers of 1024, as in {@code 512m}. */
  public long size(String name) {
    String text = required(name);
    Matcher size = SIZE.matcher(text);
    if (size.matches()) {
      int power =
          size.group(2).isEmpty() ? 0 : "kmgt".indexOf(size.group(2).toLowerCase(Locale.ROOT)) + 1;
      BigDecimal bytes =
          new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << (10 * power)));
      if (bytes.compareTo(BigDecimal.valueOf(1L << 60)) <= 0) {
        return bytes.longValue();
      }
    }
    throw wrong("--" + name + " " + text, "must be a size such as 512m or 1.5g");
  }
}
