// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

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
 * Arguments of the generator and of the check: operands, and options that each have a value. Wrong
 * ones are reported by {@link UsageException}. Immutable.
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
        throw wrong(argument, "must have a value behind it");
      } else {
        options.put(argument.substring(2), arguments[++i]);
      }
    }
  }

  /** The error that an argument is wrong. */
  public static UsageException wrong(String argument, String allowed) {
    return new UsageException(argument + ": " + allowed);
  }

  public List<String> operands() {
    return List.copyOf(operands);
  }

  /** Refuses options other than these. */
  public void allow(List<String> names) {
    for (String name : options.keySet()) {
      if (!names.contains(name)) {
        throw wrong(
            "--" + name,
            "unknown; there are "
                + String.join(", ", names.stream().map(known -> "--" + known).toList()));
      }
    }
  }

  public boolean has(String name) {
    return options.containsKey(name);
  }

  public Optional<String> text(String name) {
    return Optional.ofNullable(options.get(name));
  }

  /** The value of an option that must be there. */
  public String required(String name) {
    return text(name).orElseThrow(() -> wrong("--" + name, "is missing"));
  }

  public long number(String name, long least, long most, long fallback) {
    String text = options.get(name);
    if (text == null) {
      return fallback;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Said below.
    }
    throw wrong("--" + name + " " + text, "must be a whole number from " + least + " to " + most);
  }

  public double decimal(String name, double least, double most, double fallback) {
    String text = options.get(name);
    if (text == null) {
      return fallback;
    }
    try {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException notANumber) {
      // Said below.
    }
    throw wrong("--" + name + " " + text, "must be a number from " + least + " to " + most);
  }

  /** Bytes, in units of 1024 if there is one, such as {@code 512m}. */
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
