// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.usage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The options of a tool: each with a long and perhaps a short name, a value or none, and a line of
 * help. Parses arguments and prints the help. Immutable.
 */
public final class OptionTable {
  private static final int WIDTH = 100;

  private final String command;
  private final List<String> description;
  private final List<Entry> entries = new ArrayList<>();

  /**
   * An option.
   *
   * @param shortName such as {@code -m}; empty if it has none
   * @param longName such as {@code --mismatches}
   * @param value the name of its value in the help; empty if it has none
   */
  private record Entry(String shortName, String longName, String value, String help) {
    String left() {
      String names = shortName.isEmpty() ? "    " + longName : shortName + ", " + longName;
      return value.isEmpty() ? names : names + " " + value;
    }
  }

  /**
   * A table without options.
   *
   * @param command the command that users type, without arguments
   * @param description what it does, in lines
   */
  public OptionTable(String command, String... description) {
    this.command = command;
    this.description = List.of(description);
  }

  private OptionTable(OptionTable other, Entry entry) {
    command = other.command;
    description = other.description;
    entries.addAll(other.entries);
    entries.add(entry);
  }

  /** Returns a table with one more option that has a value. */
  public OptionTable with(String shortName, String longName, String value, String help) {
    return new OptionTable(this, new Entry(shortName, longName, value, help));
  }

  /** Returns a table with one more option that has no value. */
  public OptionTable withFlag(String shortName, String longName, String help) {
    return new OptionTable(this, new Entry(shortName, longName, "", help));
  }

  /** Whether arguments ask for help, whatever else they have. */
  public static boolean asksForHelp(String... arguments) {
    return List.of(arguments).contains("-h") || List.of(arguments).contains("--help");
  }

  /** Returns the help: description, options, and what is after them. */
  public String help(String... footer) {
    int left = entries.stream().mapToInt(entry -> entry.left().length()).max().orElse(0);
    StringBuilder text = new StringBuilder("Usage: " + command + " [OPTION]...\n");
    description.forEach(line -> text.append(line).append('\n'));
    text.append("\nOptions:\n");
    for (Entry entry : entries) {
      String start = "  " + entry.left() + " ".repeat(left - entry.left().length() + 2);
      int column = start.length();
      text.append(start);
      for (String word : entry.help().split(" ", -1)) {
        if (column + word.length() > WIDTH) {
          text.setLength(text.length() - 1);
          text.append('\n').append(" ".repeat(start.length()));
          column = start.length();
        }
        text.append(word).append(' ');
        column += word.length() + 1;
      }
      text.setLength(text.length() - 1);
      text.append('\n');
    }
    for (String line : footer) {
      text.append(line).append('\n');
    }
    return text.toString();
  }

  /**
   * Parses arguments.
   *
   * @throws UsageException if an argument is unknown, given twice, or has no value
   */
  public Values parse(String... arguments) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
      String name = equals < 0 ? argument : argument.substring(0, equals);
      Entry entry =
          entries.stream()
              .filter(some -> name.equals(some.longName()) || name.equals(some.shortName()))
              .findFirst()
              .orElseThrow(() -> new UsageException(unknown(argument)));
      String value = "";
      if (entry.value().isEmpty() && equals >= 0) {
        throw new UsageException(name + ": takes no value");
      } else if (equals >= 0) {
        value = argument.substring(equals + 1);
      } else if (!entry.value().isEmpty()) {
        if (i + 1 == arguments.length) {
          throw new UsageException(argument + ": must be followed by " + entry.value());
        }
        value = arguments[++i];
      }
      if (values.put(entry.longName(), value) != null) {
        throw new UsageException(argument + ": is given twice");
      }
    }
    return new Values(command, values);
  }

  private String unknown(String argument) {
    return (argument.startsWith("-") ? "unknown option " : "unexpected argument ")
        + argument
        + " (see "
        + command
        + " --help)";
  }

  /** The values that were given, by long names. */
  public static final class Values {
    private final String command;
    private final Map<String, String> values;

    Values(String command, Map<String, String> values) {
      this.command = command;
      this.values = values;
    }

    /** Whether an option was given. */
    public boolean has(String longName) {
      return values.containsKey(longName);
    }

    /** Returns the value of an option. */
    public Optional<String> text(String longName) {
      return Optional.ofNullable(values.get(longName));
    }

    /**
     * Returns the value of an option that must be given.
     *
     * @throws UsageException if it is not
     */
    public String required(String longName) {
      return text(longName)
          .orElseThrow(
              () -> new UsageException(longName + " is missing (see " + command + " --help)"));
    }

    /**
     * Returns a whole number.
     *
     * @throws UsageException if it is none from {@code min} to {@code max}
     */
    public int number(String longName, int min, int max, int fallback) {
      if (!has(longName)) {
        return fallback;
      }
      String text = values.get(longName);
      try {
        int number = Integer.parseInt(text);
        if (number >= min && number <= max) {
          return number;
        }
      } catch (NumberFormatException notANumber) {
        // Reported below.
      }
      throw new UsageException(
          longName + " " + text + ": must be a whole number from " + min + " to " + max);
    }
  }
}
