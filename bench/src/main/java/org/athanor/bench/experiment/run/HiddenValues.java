// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.athanor.results.Secrets;

/**
 * Values that must not get into files: the values of variables whose names are those of secrets,
 * see {@link Secrets#isKey}. Immutable.
 *
 * @param values lines of them, longest first
 */
record HiddenValues(List<String> values) {

  /**
   * Values that switch something on, or are so short that they occur everywhere: to replace them
   * would spoil logs and hide nothing.
   */
  private static final Pattern HARMLESS = Pattern.compile("|true|false|[+-]?\\d{1,3}");

  /** The secret values of some variables. */
  static HiddenValues of(Map<String, String> variables) {
    return new HiddenValues(
        variables.entrySet().stream()
            .filter(variable -> Secrets.isKey(variable.getKey()))
            .flatMap(variable -> variable.getValue().lines())
            .map(String::strip)
            .filter(line -> !HARMLESS.matcher(line).matches())
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList());
  }

  /** A line of text without these values. */
  String hide(String line) {
    String hidden = line;
    for (String value : values) {
      hidden = hidden.replace(value, Secrets.REDACTED);
    }
    return hidden;
  }
}
