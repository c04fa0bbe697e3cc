// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parameters that are options of a generator of the same name. One that is not set, or has the
 * generator's default, is left to the generator, so that the names of datasets do not have it.
 * Immutable.
 */
final class GeneratorOptions {
  /** Words of three syllables at most. */
  private static final int MOST_WORDS = 1_010_100;

  private static final BigDecimal STEEPEST = BigDecimal.TEN;

  private final List<Option> options;

  /**
   * An option.
   *
   * @param fallback the generator's default
   */
  private record Option(Parameter parameter, BigDecimal least, BigDecimal most, String fallback) {
    /** A whole number. */
    static Option count(String name, String meaning, long least, long most, String fallback) {
      Parameter parameter =
          new Parameter(
              name,
              Parameter.Type.COUNT,
              "",
              meaning + ", from " + least + " to " + most + "; by default " + fallback);
      return new Option(parameter, BigDecimal.valueOf(least), BigDecimal.valueOf(most), fallback);
    }

    /** The exponent of a skew. */
    static Option exponent(String meaning, String fallback, String note) {
      Parameter parameter =
          new Parameter(
              "exponent",
              Parameter.Type.DECIMAL,
              "",
              meaning + ", from 0 to " + STEEPEST + "; by default " + fallback + note);
      return new Option(parameter, BigDecimal.ZERO, STEEPEST, fallback);
    }

    String name() {
      return parameter.name();
    }

    void check(Settings settings, List<String> problems) {
      if (parameter.type() == Parameter.Type.COUNT) {
        settings.checkCount(name(), least.longValueExact(), most.longValueExact(), problems);
      } else {
        settings.checkDecimal(name(), least, most, problems);
      }
    }

    /** The shortest text of the value; empty if it is not set or the default. */
    Optional<String> value(Settings settings) {
      return settings
          .get(name())
          .map(BigDecimal::new)
          .filter(value -> value.compareTo(new BigDecimal(fallback)) != 0)
          .map(value -> value.stripTrailingZeros().toPlainString());
    }
  }

  private GeneratorOptions(Option... options) {
    this.options = List.of(options);
  }

  private static Option vocabulary() {
    return Option.count("vocabulary", "different words to generate", 1, MOST_WORDS, "100000");
  }

  private static Option wordExponent() {
    return Option.exponent(
        "the word of rank k has a probability proportional to 1/k^exponent", "1", "");
  }

  /** Those of random words. */
  static GeneratorOptions ofWords() {
    return new GeneratorOptions(vocabulary(), wordExponent());
  }

  /** Those of labelled documents of random words. */
  static GeneratorOptions ofDocuments() {
    return new GeneratorOptions(
        Option.count("labels", "different labels to generate", 2, 10_000, "20"),
        vocabulary(),
        wordExponent());
  }

  /**
   * One of skew.
   *
   * @param note what the default means, to be put after it; may be empty
   */
  static GeneratorOptions ofSkew(String meaning, String fallback, String note) {
    return new GeneratorOptions(Option.exponent(meaning, fallback, note));
  }

  /** Returns parameters with these at their end. */
  List<Parameter> after(Parameter... others) {
    List<Parameter> all = new ArrayList<>(List.of(others));
    options.forEach(option -> all.add(option.parameter()));
    return all;
  }

  /** The generator's arguments for what differs from its defaults; each is a name and a value. */
  List<String> arguments(Settings settings) {
    List<String> arguments = new ArrayList<>();
    for (Option option : options) {
      option
          .value(settings)
          .ifPresent(value -> arguments.addAll(List.of("--" + option.name(), value)));
    }
    return arguments;
  }

  /** Adds problems of values that are out of bounds, or that a user's own input cannot have. */
  void check(Settings settings, List<String> problems) {
    options.forEach(option -> option.check(settings, problems));
    for (Option option : options) {
      Optional<String> data = settings.usersData();
      if (settings.get(option.name()).isPresent() && data.isPresent()) {
        problems.add(
            option.name()
                + ": cannot be used together with "
                + data.get()
                + ": Athanor does not generate that input");
      }
    }
  }
}
