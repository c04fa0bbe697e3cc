// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Arguments of a workload program: {@code INPUT OUTPUT [--iterations N] [--parts P] [--work DIR]},
 * with {@code --pattern REGEX} for Grep, {@code --centroids URI} for K-Means, {@code [--tolerance
 * T]} for those that can end before the last iteration, and {@code [--format text|parquet]} for
 * queries. Immutable.
 */
public final class JobArguments {
  private static final int DEFAULT_ITERATIONS = 5;

  /** Additional arguments of a program. */
  public enum Extra {
    PATTERN(true),
    CENTROIDS(true),
    TOLERANCE(false),
    FORMAT(false);

    private final boolean required;

    Extra(boolean required) {
      this.required = required;
    }
  }

  /** The form of the tables that a query reads. */
  public enum Format {
    /** A row in each line, tabs between the columns. The default. */
    TEXT,
    PARQUET
  }

  private enum Option {
    ITERATIONS("N"),
    PARTS("P"),
    WORK("DIR"),
    PATTERN("REGEX"),
    CENTROIDS("URI"),
    TOLERANCE("T"),
    FORMAT("text|parquet");

    final String placeholder;

    Option(String placeholder) {
      this.placeholder = placeholder;
    }

    String flag() {
      return "--" + name().toLowerCase(Locale.ROOT);
    }
  }

  private final String input;
  private final String output;
  private final Map<Option, String> values;
  private final int iterations;
  private final Optional<Integer> parts;
  private final OptionalDouble tolerance;
  private final Format format;

  private JobArguments(String input, String output, Map<Option, String> values) {
    this.input = input;
    this.output = output;
    this.values = values;
    this.iterations = positive(Option.ITERATIONS).orElse(DEFAULT_ITERATIONS);
    this.parts = positive(Option.PARTS);
    this.tolerance = decimal(Option.TOLERANCE);
    this.format = format(values.get(Option.FORMAT));
  }

  /**
   * Like {@link #parse}, for {@code main}: if arguments are wrong, prints one line and the usage,
   * and ends the process with status 2.
   */
  public static JobArguments parseOrExit(Class<?> program, String[] args, Extra... needed) {
    try {
      return parse(args, needed);
    } catch (IllegalArgumentException e) {
      System.err.println(program.getSimpleName() + ": " + e.getMessage());
      System.err.println("usage: " + program.getName() + usage(allowed(needed), Set.of(needed)));
      System.exit(2);
      throw e;
    }
  }

  /**
   * Reads the arguments of a program.
   *
   * @throws IllegalArgumentException with a one-line message if an argument is missing, unknown or
   *     malformed
   */
  public static JobArguments parse(String[] args, Extra... needed) {
    Set<Option> allowed = allowed(needed);
    List<String> paths = new ArrayList<>();
    Map<Option, String> values = new EnumMap<>(Option.class);
    Iterator<String> rest = Arrays.asList(args).iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      if (!argument.startsWith("--")) {
        paths.add(argument);
        continue;
      }
      Option option = option(argument, allowed);
      if (!rest.hasNext()) {
        throw new IllegalArgumentException(
            option.flag() + ": " + option.placeholder + " is missing");
      }
      values.put(option, rest.next());
    }
    if (paths.size() != 2) {
      throw new IllegalArgumentException(
          "expected INPUT and OUTPUT, got " + paths.size() + " paths: " + paths);
    }
    for (Extra extra : needed) {
      Option option = Option.valueOf(extra.name());
      if (extra.required && !values.containsKey(option)) {
        throw new IllegalArgumentException(
            option.flag() + " " + option.placeholder + " is missing");
      }
    }
    return new JobArguments(paths.get(0), paths.get(1), values);
  }

  /** Returns the URI or path to read; a directory stands for the files in it. */
  public String input() {
    return input;
  }

  /** Returns the URI or path of the directory to write; it must not exist. */
  public String output() {
    return output;
  }

  /**
   * Returns the number of iterations, at least 1; 5 if not given. With a {@link #tolerance} there
   * may be fewer.
   */
  public int iterations() {
    return iterations;
  }

  /**
   * Returns the change of the result, 0 or more, of an iteration after which there are no more;
   * empty if the number of iterations is fixed.
   */
  public OptionalDouble tolerance() {
    return tolerance;
  }

  /** Returns the number of output files, at least 1. */
  public int parts(int defaultParts) {
    return parts.orElse(defaultParts);
  }

  /** Returns the URI or path of a directory for intermediate data. */
  public Optional<String> work() {
    return Optional.ofNullable(values.get(Option.WORK));
  }

  /** Returns the regular expression to search for. */
  public Pattern pattern() {
    String expression = values.get(Option.PATTERN);
    try {
      return Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "--pattern=" + expression + ": not a regular expression: " + e.getDescription(), e);
    }
  }

  /** Returns the URI or path of the initial centroids. */
  public String centroids() {
    return values.get(Option.CENTROIDS);
  }

  /** Returns the form of the tables to read. */
  public Format format() {
    return format;
  }

  private static Format format(String value) {
    if (value == null) {
      return Format.TEXT;
    }
    return Arrays.stream(Format.values())
        .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Option.FORMAT.flag() + "=" + value + ": must be text or parquet"));
  }

  private Optional<Integer> positive(Option option) {
    String value = values.get(option);
    if (value == null) {
      return Optional.empty();
    }
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return Optional.of(number);
      }
    } catch (NumberFormatException e) {
      throw notPositive(option, value, e);
    }
    throw notPositive(option, value, null);
  }

  private OptionalDouble decimal(Option option) {
    String value = values.get(option);
    if (value == null) {
      return OptionalDouble.empty();
    }
    NumberFormatException cause = null;
    try {
      double number = Double.parseDouble(value);
      if (number >= 0 && Double.isFinite(number)) {
        return OptionalDouble.of(number);
      }
    } catch (NumberFormatException notANumber) {
      cause = notANumber;
    }
    throw new IllegalArgumentException(
        option.flag() + "=" + value + ": must be a number from 0", cause);
  }

  private static IllegalArgumentException notPositive(
      Option option, String value, NumberFormatException cause) {
    return new IllegalArgumentException(
        option.flag() + "=" + value + ": must be a whole number from 1", cause);
  }

  private static Option option(String flag, Set<Option> allowed) {
    return allowed.stream()
        .filter(option -> option.flag().equals(flag))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    flag
                        + ": unknown; allowed are "
                        + allowed.stream().map(Option::flag).collect(Collectors.joining(", "))));
  }

  private static Set<Option> allowed(Extra... needed) {
    Set<Option> allowed = EnumSet.of(Option.ITERATIONS, Option.PARTS, Option.WORK);
    for (Extra extra : needed) {
      allowed.add(Option.valueOf(extra.name()));
    }
    return allowed;
  }

  private static String usage(Set<Option> allowed, Set<Extra> needed) {
    StringBuilder usage = new StringBuilder(" INPUT OUTPUT");
    for (Option option : allowed) {
      boolean must =
          needed.stream().anyMatch(extra -> extra.required && extra.name().equals(option.name()));
      String text = option.flag() + " " + option.placeholder;
      usage.append(must ? " " + text : " [" + text + "]");
    }
    return usage.toString();
  }
}
