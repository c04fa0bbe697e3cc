// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Parameters that are options of a generator of the same name. One that is not set is left to the
 * generator, so that the names of datasets do not have it. Immutable.
 */
final class GeneratorOptions {
  private static final String VOCABULARY = "vocabulary";
  private static final String EXPONENT = "exponent";
  private static final BigDecimal STEEPEST = BigDecimal.TEN;

  /** Words of three syllables at most. */
  private static final int MOST_WORDS = 1_010_100;

  private final List<Parameter> parameters = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  /** Those of random words. */
  static GeneratorOptions ofWords() {
    return new GeneratorOptions()
        .with(
            VOCABULARY,
            Parameter.Type.COUNT,
            "different words to generate, from 1 to " + MOST_WORDS + "; by default 100000")
        .withExponent("the word of rank k has a probability proportional to 1/k^exponent", "1");
  }

  /** One of skew. */
  static GeneratorOptions ofSkew(String meaning, String fallback) {
    return new GeneratorOptions().withExponent(meaning, fallback);
  }

  private GeneratorOptions withExponent(String meaning, String fallback) {
    return with(
        EXPONENT,
        Parameter.Type.DECIMAL,
        meaning + ", from 0 to " + STEEPEST + "; by default " + fallback);
  }

  private GeneratorOptions with(String name, Parameter.Type type, String text) {
    parameters.add(new Parameter(name, type, "", text));
    names.add(name);
    return this;
  }

  /** Returns parameters with these at their end. */
  List<Parameter> after(Parameter... others) {
    List<Parameter> all = new ArrayList<>(List.of(others));
    all.addAll(parameters);
    return all;
  }

  /** The generator's arguments for what is set. */
  List<String> arguments(Settings settings) {
    List<String> arguments = new ArrayList<>();
    for (String name : names) {
      settings.get(name).ifPresent(value -> arguments.addAll(List.of("--" + name, value)));
    }
    return arguments;
  }

  /** Adds problems of values that are out of bounds, or that a user's own input cannot have. */
  void check(Settings settings, List<String> problems) {
    settings.checkCount(VOCABULARY, 1, MOST_WORDS, problems);
    settings.checkDecimal(EXPONENT, BigDecimal.ZERO, STEEPEST, problems);
    for (String name : names) {
      if (settings.get(name).isPresent() && settings.get("input").isPresent()) {
        problems.add(name + ": cannot be used together with input, which is not generated");
      }
    }
  }
}
